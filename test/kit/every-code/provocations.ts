/** What a table of this folder holds: for each code, how somebody who uses the kit comes to meet it. */

/** Runs until the code is met: rejects with it, or resolves with an answer or an outcome that holds it. */
export type Provocations<Code extends string> = Readonly<Record<Code, () => Promise<unknown>>>;

/** What was met: an error's own fields, or those that an answer of a server says. */
export interface Met {
  readonly name?: string;
  readonly code?: string;
  readonly nextStep?: string;
  /** Whether it was read from an answer, which names a next step only where that is a developer's. */
  readonly isAnswer?: true;
}

/** Provokes, and reads what was met. */
export async function meet(provoke: () => Promise<unknown>): Promise<Met> {
  const met = await provoke().catch((error: unknown) => error);
  if (met instanceof Response) {
    const { code } = (await met.json()) as { code: string };
    const nextStep = met.headers.get('Relay-Next-Step');
    return { name: 'RelayError', code, isAnswer: true, ...(nextStep === null ? {} : { nextStep }) };
  }
  if (met instanceof Error) return met;
  return (met as { readonly error?: Met } | undefined)?.error ?? {};
}
