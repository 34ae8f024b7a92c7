#!/usr/bin/env node
/** The command `countersign-sandbox`: each of its commands is loaded when it is asked for. */
const commands = {
  'relay-check': () => import('./relay-check/bin.ts'),
  doctor: () => import('./doctor/bin.ts'),
};
const [, , name = ''] = process.argv;
await(Object.hasOwn(commands, name) ? commands[name as keyof typeof commands]() : import('./service/bin.ts'));
