#!/usr/bin/env node
/** The command `countersign-sandbox`: each of its commands is loaded when it is asked for. */
await(process.argv[2] === 'relay-check' ? import('./relay-check/bin.ts') : import('./service/bin.ts'));
