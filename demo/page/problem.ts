/** Says what went wrong and what to do, in words of the page, for every error of the kit and of its own requests. */

import { CountersignError, type FieldError, type NextStep } from 'countersign';
import { wordsOf, type ProblemAction, type Words } from './problem-words.ts';
import { RequestError } from './requests.ts';

export type { ProblemAction } from './problem-words.ts';

/** A failure, ready to show. */
export interface Problem {
  readonly title: string;
  readonly advice: string;
  readonly action: ProblemAction;
  /** `calm`: the person's own choice, or nothing to worry about. */
  readonly tone?: 'calm';
  /** The fields that the service refused, with its own words. */
  readonly fields: readonly FieldError[];
  /** Whole seconds before which the same press would be refused again; 0 for at once. */
  readonly waitSeconds: number;
  /** For whoever reads the panel or asks support: codes only. */
  readonly reference: string;
}

/** What the page was doing; the same answer means different things at different moments. */
export type Doing = 'sign-in' | 'code' | 'pay' | 'passkey' | 'card' | 'other';

interface Facts {
  readonly code: string;
  readonly status: number;
  readonly nextStep: NextStep;
  readonly retryAfter: number | null;
  readonly fields: readonly FieldError[];
}

const byNextStep: Readonly<Record<NextStep, Words>> = {
  retry: {
    title: 'That did not work',
    advice: 'Try again in a moment. If it keeps happening, reload this page.',
    action: 'retry',
  },
  reauthenticate: {
    title: 'Please sign in again',
    advice: 'The service no longer accepts this session.',
    action: 'sign-in',
  },
  'log-in': {
    title: 'Please log in to this site again',
    advice: 'The site no longer knows you. A new code for the wallet does not help; reload this page.',
    action: 'reload',
  },
  restart: { title: 'This has to start over', advice: 'Go back to the first step and try again.', action: 'new-code' },
  'fix-input': { title: 'This cannot be done as it is', advice: 'Check what you entered.', action: 'none' },
  configure: {
    title: 'This app is not set up correctly',
    advice: 'Its developer has to change a setting; trying again does not help.',
    action: 'none',
  },
  unsupported: { title: 'This browser or service cannot do this', advice: 'Try another browser.', action: 'none' },
};

/** The problem that a code stands for by itself. */
export function problemOf(code: string): Problem {
  const found = wordsOf(code) ?? byNextStep.retry;
  return { ...found, fields: [], waitSeconds: 0, reference: code };
}

/** Explains anything thrown. */
export function explain(error: unknown, doing: Doing = 'other'): Problem {
  const facts = readFacts(error);
  const found = atThisMoment(facts, doing) ?? wordsOf(facts.code) ?? byNextStep[facts.nextStep];
  // Only the same press again has to wait: a new code or a new quote can be asked for at once.
  const waitSeconds = found.action === 'retry' ? Math.max(0, facts.retryAfter ?? 0) : 0;
  const wait = waitSeconds > 0 ? ` Wait ${sayDuration(waitSeconds)} first.` : '';
  const status = facts.status > 0 ? `${String(facts.status)} ` : '';
  const reference = `${status}${facts.code}`;
  return { ...found, advice: `${found.advice}${wait}`, fields: facts.fields, waitSeconds, reference };
}

function sayDuration(seconds: number): string {
  if (seconds < 90) return `${String(seconds)} second${seconds === 1 ? '' : 's'}`;
  return `${String(Math.ceil(seconds / 60))} minutes`;
}

function atThisMoment({ code, status }: Facts, doing: Doing): Words | null {
  if (doing === 'passkey' && status === 401) {
    const advice = 'It may have been removed, or the request ran out. Try again, or sign in with a code.';
    return { title: 'This passkey was not accepted', advice, action: 'retry' };
  }
  if (doing === 'code' && code === 'OUTCOME_UNKNOWN') {
    const advice = 'The answer got lost, and with it the key made for this sign-in. Ask for a new code.';
    return { title: 'The sign-in was cut off', advice, action: 'new-code' };
  }
  if (doing === 'pay' && code === 'OUTCOME_UNKNOWN') {
    const advice = 'The answer got lost on the way. Trying again finds out, and never pays twice.';
    return { title: 'We do not know yet whether you paid', advice, action: 'retry' };
  }
  if (status === 429) {
    return { title: 'Too many attempts', advice: 'Slow down a little, then try again.', action: 'retry' };
  }
  if (doing === 'pay' && status === 401 && code.startsWith('WALLET_SIGNATURE')) {
    const advice =
      'The service did not accept the signature, so nothing was sent. Your session may have ended: sign in again.';
    return { title: 'The payment was not accepted', advice, action: 'sign-in' };
  }
  return null;
}

function readFacts(error: unknown): Facts {
  if (error instanceof CountersignError) {
    // Only a TransportError has these: what the service said, in its own words.
    const { platformCode, status, retryAfter, details } = error as Partial<{
      platformCode: string;
      status: number;
      retryAfter: number;
      details: { errors?: readonly FieldError[] };
    }>;
    return {
      code: platformCode ?? error.code,
      status: status ?? 0,
      nextStep: error.nextStep,
      retryAfter: retryAfter ?? null,
      fields: details?.errors ?? [],
    };
  }
  if (error instanceof RequestError) {
    const { code, status, retryAfter, fields } = error;
    const nextStep = status === 401 ? 'reauthenticate' : status >= 400 && status < 500 ? 'fix-input' : 'retry';
    return { code, status, nextStep, retryAfter, fields };
  }
  // The service of the page's own chunks: a failed dynamic import is a TypeError without a code.
  return { code: 'UNEXPECTED', status: 0, nextStep: 'retry', retryAfter: null, fields: [] };
}
