/** The door of sealed session keys: opening one, importing a scalar. */
export { importClientKeyPair } from './import-key-pair.ts';
export { prepareToDerive } from './scalar.ts';
export { openSessionSigningKey } from './sealed-key.ts';
