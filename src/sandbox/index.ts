/** The service on your own machine: deterministic, strict, in memory. Runs wherever `Request` and WebCrypto are. */
export { createSandbox, type CreateSandboxOptions, type Sandbox } from './sandbox.ts';
