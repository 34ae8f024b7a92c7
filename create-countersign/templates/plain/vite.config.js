import { defineConfig } from 'vite';
import { backEnd, resolve, server } from './server/vite.js';

export default defineConfig({ plugins: [backEnd], resolve, server });
