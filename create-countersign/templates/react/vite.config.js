import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { backEnd, server, withoutNodeCrypto } from './server/vite.js';

export default defineConfig({ plugins: [react(), backEnd, withoutNodeCrypto], server });
