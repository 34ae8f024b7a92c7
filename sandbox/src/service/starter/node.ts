/** Detects the end of the process that started this one. */
import { fstatSync, readFileSync } from 'node:fs';

/** Options of {@link starterGone}. */
export interface StarterGoneOptions {
  /** Whether the end of the standard input counts too; not where it is another process's to read. */
  readonly watchesInput: boolean;
}

const everyMs = 500;
// A package manager and the shell that it starts stand between the starter and this process.
const launcher = /\b(?:npm|npx|pnpm|yarn|bun|bunx)\b|^(?:\/bin\/)?(?:sh|dash)\0-c\0/;

/**
 * Resolves when the process that started this one has ended, also where a package manager stands in between, or when it has closed the pipe
 * that is this one's standard input.
 */
export function starterGone({ watchesInput }: StarterGoneOptions): Promise<void> {
  return new Promise((resolve) => {
    if (watchesInput && isPipe())
      process.stdin.resume().once('end', resolve).once('close', resolve).once('error', resolve);
    const chain = starters();
    const isComplete = (): boolean =>
      chain.every(({ pid, parent }) => parent === (pid === process.pid ? process.ppid : parentOf(pid)));
    const looking = setInterval(() => {
      if (isComplete()) return;
      clearInterval(looking);
      resolve();
    }, everyMs).unref();
  });
}

/** This process and the launchers before it, each with its parent. Beyond the own parent, only where the system has `/proc`. */
function starters(): readonly { readonly pid: number; readonly parent: number | null }[] {
  const chain: { pid: number; parent: number | null }[] = [{ pid: process.pid, parent: process.ppid }];
  for (let pid = process.ppid; pid > 1 && launcher.test(read(`/proc/${String(pid)}/cmdline`));) {
    const parent = parentOf(pid);
    chain.push({ pid, parent });
    pid = parent ?? 0;
  }
  return chain;
}

function parentOf(pid: number): number | null {
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(read(`/proc/${String(pid)}/status`)) ?? [];
  return parent === undefined ? null : Number(parent);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A terminal, a file and `/dev/null` say nothing about their opener. */
function isPipe(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}
