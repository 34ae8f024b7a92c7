'use server';
import { platform } from '../platform';

export const fund = async () => (await platform()).fund();
export const quote = async () => (await platform()).quote();
