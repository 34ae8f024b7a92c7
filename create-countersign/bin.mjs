#!/usr/bin/env node
/** `npm create countersign@latest`: asks what is wanted, and writes it. */
import { writeApp } from './app.mjs';
import { choose, usage } from './choose.mjs';

/** @type {import('./choose.mjs').Ask} */
async function ask(question, answers, flag) {
  if (!process.stdin.isTTY) throw new Error(`There is no terminal to ask in: say ${flag}.`);
  // Loaded to ask alone: a clone writes an app by flags before it has installed anything.
  const { isCancel, select } = await import('@clack/prompts');
  const answer = await select({ message: question, options: answers.map((value) => ({ value })) });
  // Ctrl-C or Escape.
  if (isCancel(answer)) process.exit(1);
  return answer;
}

try {
  const choice = await choose(process.argv.slice(2), ask);
  if (choice === null) console.log(usage);
  else {
    writeApp(choice);
    console.log(`\nThe app is in ${choice.folder}. Next:\n\n  cd ${choice.folder}\n  npm install\n  npm run dev\n`);
    console.log('Its back-end starts a sandbox of the payments service, which takes the code 000000.');
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
}
