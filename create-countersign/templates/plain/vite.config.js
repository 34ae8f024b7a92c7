import { defineConfig } from 'vite';
import { backEnd, server, withoutNodeCrypto } from './server/vite.js';

export default defineConfig({ plugins: [backEnd, withoutNodeCrypto], server });
