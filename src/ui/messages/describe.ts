/** Tells a person what went wrong, in their language, without any text of the error itself. */
import { messageOfCode, messageOfNextStep, messageOfPlatformCode, type Told } from './message-of-code.ts';
import type { ActionKind, Locale, MessageKey } from './locale.ts';

/** Options of {@link describe}. */
export interface DescribeOptions {
  /** The language: `en`, `de`, `es`, `fr` or `pt` of this entry, or one of your own. */
  readonly locale: Locale;
}

/** A message for a person. */
export interface Description {
  /** A heading without a full stop. */
  readonly title: string;
  /** One to three sentences. */
  readonly text: string;
  /** The person's next action, with the text for its button; absent if there is none. */
  readonly action?: { readonly kind: ActionKind; readonly label: string };
  /** Key of the message, for pages that have words of their own for it. */
  readonly key: MessageKey;
}

/**
 * Describes what a call of the kit rejected with, or an error of the service that your own back-end passes on (`status` and `code`);
 * anything else becomes `unknown`. Nothing of the error but its name, its code, its status, its next step and its waiting time is read, so
 * that no text of the service and no value reaches the person.
 *
 * @example
 * try {
 *   await wallet.quote.execute(quote);
 * } catch (error) {
 *   const { title, text, action } = describe(error, { locale: en });
 *   show(title, text, action?.label);
 * }
 *
 * @throws TypeError where `locale` isn't one.
 */
export function describe(error: unknown, options: DescribeOptions): Description {
  const locale = (options as DescribeOptions | null | undefined)?.locale;
  if (typeof locale?.messages !== 'object')
    throw new TypeError('describe: options.locale must be an object, such as the export `de`');
  const facts = (typeof error === 'object' ? (error ?? {}) : {}) as Facts;
  const [key, kind] = toldOf(facts);
  const { title, text } = locale.messages[key];
  const wait = waitOf(facts.retryAfter, locale);
  return {
    title,
    text: wait === undefined ? text : `${text} ${wait}`,
    ...(kind === undefined ? {} : { action: { kind, label: locale.actions[kind] } }),
    key,
  };
}

type Facts = Readonly<
  Partial<Record<'code' | 'name' | 'nextStep' | 'platformCode' | 'retryAfter' | 'status', unknown>>
>;

function toldOf({ code, name, nextStep, platformCode, status }: Facts): Told {
  if (nextStep === 'configure') return messageOfNextStep.configure;
  // The page's own signal, as of `useAction`'s `cancel`.
  if (nextStep === undefined && name === 'AbortError') return messageOfCode.CANCELLED;
  // Without a next step it isn't the kit's, whose codes could be the service's names for something else.
  const isServices = nextStep === undefined && typeof status === 'number';
  const found = isServices
    ? (find(messageOfPlatformCode, code) ?? messageOfStatus(status))
    : code === 'REFUSED'
      ? (find(messageOfPlatformCode, platformCode) ?? find(messageOfNextStep, nextStep))
      : find(messageOfCode, code);
  return found ?? ['unknown', 'retry'];
}

/** For a code of the service that has no text of its own. */
function messageOfStatus(status: number): Told | undefined {
  if (status >= 500) return messageOfNextStep.retry;
  if (status === 429) return messageOfCode.RATE_LIMITED;
  return status === 404 ? messageOfNextStep.restart : undefined;
}

function find(table: Readonly<Record<string, Told>>, name: unknown): Told | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}

function waitOf(seconds: unknown, { language, wait }: Locale): string | undefined {
  if (typeof seconds !== 'number' || !(seconds > 0)) return undefined;
  const format = new Intl.RelativeTimeFormat(language);
  const time =
    seconds > 90 ? format.format(Math.ceil(seconds / 60), 'minute') : format.format(Math.ceil(seconds), 'second');
  return wait.replace('{time}', time);
}
