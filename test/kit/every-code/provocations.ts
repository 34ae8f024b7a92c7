/** The form of a table in this folder: for each code, the way in which a user of the kit meets it. */

/** Runs until the code is met: rejects with it, or resolves with an answer or an outcome that holds it. */
export type Provocations<Code extends string> = Readonly<Record<Code, () => Promise<unknown>>>;

/** The error as met: its own fields, or those of a server's answer. */
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
