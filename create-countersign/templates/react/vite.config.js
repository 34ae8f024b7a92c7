import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { backEnd, resolve, server } from './server/vite.js';

export default defineConfig({ plugins: [react(), backEnd], resolve, server });
