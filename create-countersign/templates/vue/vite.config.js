import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { backEnd, resolve, server } from './server/vite.js';

const compilerOptions = { isCustomElement: (tag) => tag.startsWith('countersign-') };

export default defineConfig({ plugins: [vue({ template: { compilerOptions } }), backEnd], resolve, server });
