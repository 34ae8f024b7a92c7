import { defineConfig } from 'vite';
import { backEnd, server } from './server/vite.js';

export default defineConfig({ plugins: [backEnd], server });
