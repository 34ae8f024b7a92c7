import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { backEnd, server, withoutNodeCrypto } from './server/vite.js';

const compilerOptions = { isCustomElement: (tag) => tag.startsWith('countersign-') };

export default defineConfig({ plugins: [vue({ template: { compilerOptions } }), backEnd, withoutNodeCrypto], server });
