/** The doctor's output: names, statuses and lengths, never a value. */
import type { FormName } from './fit.ts';
import type { WatchedCall } from './watch.ts';

/** The report. */
export interface DoctorReport {
  /** Prints a step; returns whether it fits. */
  step(name: string, calls: readonly WatchedCall[], trouble?: Trouble): boolean;
  /** Prints what will be created. */
  plan(creates: readonly string[]): void;
  /** Prints the outcome; returns the exit code. */
  end(options?: { readonly isReadOnly?: boolean }): 0 | 1;
}

/** Why a step was not done. */
export interface Trouble {
  readonly isSkipped: boolean;
  readonly why: string;
}

/** Options of {@link createReport}. */
export interface CreateReportOptions {
  readonly print: (line: string) => void;
  readonly isJson: boolean;
  readonly profile: 'grid' | 'spec';
}

const indent = ' '.repeat(9);

/** Creates the report. */
export function createReport({ print, isJson, profile }: CreateReportOptions): DoctorReport {
  const all: WatchedCall[] = [];
  const news = new Set<string>();
  const misfits: string[] = [];
  return Object.freeze({
    step(name: string, calls: readonly WatchedCall[], trouble?: Trouble) {
      all.push(...calls);
      const found = calls.flatMap((call) => call.misfits.map((misfit) => `${placeOf(call)}: ${misfit}`));
      const fresh = calls.flatMap((call) => call.news.map((one) => `${placeOf(call)}: ${one}`));
      for (const one of fresh) news.add(one);
      const isSkipped = trouble?.isSkipped === true && found.length === 0;
      const fits = found.length === 0 && (trouble === undefined || isSkipped);
      if (!fits) misfits.push(name);
      const verdict = isSkipped ? 'skipped' : fits ? 'fits' : 'MISFIT';
      if (isJson) {
        print(JSON.stringify({ step: name, verdict, ...(trouble && { why: trouble.why }), calls }));
        return fits;
      }
      print(`${verdict.padEnd(9)}${name.padEnd(12)} ${linesOf(calls).join('; ')}`.trimEnd());
      for (const line of [...(trouble === undefined ? [] : [trouble.why]), ...new Set(found)]) print(indent + line);
      return fits;
    },
    plan(creates: readonly string[]) {
      if (isJson) print(JSON.stringify({ creates }));
      else for (const line of ['What comes next creates, with names of its own:', ...creates]) print(line);
    },
    end({ isReadOnly = false } = {}) {
      const { forms, mixed } = formsOf(all);
      const fits = misfits.length === 0;
      if (isJson) {
        print(JSON.stringify({ fits, isReadOnly, forms, mixed, news: [...news], misfits }));
        return fits ? 0 : 1;
      }
      if (profile === 'grid') {
        print(`Form of the contract: ${forms.length > 0 ? forms.join(' or ') : 'mixed'}`);
        for (const line of mixed) print(indent + line);
      }
      if (news.size > 0) print('No form knows, and the kit passes over:');
      for (const line of news) print(indent + line);
      if (isReadOnly) print('Nothing was created: only the first step was done.');
      else print(fits ? 'The service and this kit speak the same language.' : `Misfits: ${misfits.join(', ')}`);
      return fits ? 0 : 1;
    },
  });
}

const placeOf = ({ operation, status }: WatchedCall): string => `${operation} ${String(status ?? 'without an answer')}`;

/** Each call in words, equal ones that follow each other once. */
function linesOf(calls: readonly WatchedCall[]): readonly string[] {
  const lines = calls.map(
    (call) =>
      `${call.operation}${call.isStamped ? ' stamped' : ''} (${String(call.sent)} B) ${String(call.status ?? 'lost')} (${String(call.came)} B)`,
  );
  return lines.filter((line, place) => line !== lines[place - 1]);
}

/** The forms that all answers are nearest to; if there is none, those of each operation. */
function formsOf(calls: readonly WatchedCall[]): { forms: readonly FormName[]; mixed: readonly string[] } {
  const telling = calls.filter(({ forms }) => forms.length > 0);
  const [first, ...others] = telling;
  const forms = (first?.forms ?? []).filter((form) => others.every((call) => call.forms.includes(form)));
  const most = Math.max(0, ...telling.map((call) => call.forms.length));
  const parts = telling.filter((call) => call.forms.length < most);
  const mixed = parts.map((call) => `${call.operation} ${String(call.status)}: ${call.forms.join(' or ')}`);
  return { forms, mixed: forms.length > 0 ? [] : [...new Set(mixed)] };
}
