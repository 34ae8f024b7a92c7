'use client';
export { App } from '../wallet-app';
