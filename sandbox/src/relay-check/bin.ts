/** The command `countersign-sandbox relay-check`. */
import { runRelayCheck } from './node.ts';

try {
  process.exit(
    await runRelayCheck({ args: process.argv.slice(3), print: (line) => void process.stdout.write(`${line}\n`) }),
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The check could not start.'}\n`);
  process.exitCode = 2;
}
