/** Loads the file .env, where there is one, before anything reads the environment. */
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
