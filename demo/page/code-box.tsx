/** @jsxImportSource preact */
/** "Show the source": the few lines of the kit behind a step, read from the files that the tests run. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { codeOf } from './code-of-steps.ts';
import { Button } from './fields.tsx';
import { translate, type Text } from './language.ts';

type Lines = ReturnType<typeof codeOf>;

/** The file behind each step; the others have no code of the kit. */
const files: Readonly<Record<string, string>> = {
  welcome: 'sign-in',
  review: 'pay',
  card: 'card',
  'sign-in': 'passkey',
  sessions: 'sessions',
};

/** The box of a step that has code. */
export function CodeBox({ view }: { readonly view: string }): VNode | null {
  const name = Object.hasOwn(files, view) ? files[view] : undefined;
  return name === undefined ? null : <Box key={name} name={name} />;
}

function Box({ name }: { readonly name: string }): VNode {
  const [flavour, choose] = useState<keyof Lines>('plain');
  const [lines, show] = useState<Lines | null>(null);
  /** What is said in place of the lines. */
  const [words, say] = useState<Text | null>(null);
  const read = async (): Promise<void> => {
    if (lines !== null) return;
    say('Reading…');
    try {
      const { codeOf } = await import('./code-of-steps.ts');
      show(codeOf(name));
      say(null);
    } catch {
      // Browsers differ in whether they fetch a module again that failed once; a new page always does.
      say('The code could not be read. Reload this page once you are online again.');
    }
  };
  const tab = (one: keyof Lines, label: string): VNode => (
    <Button label={label} class="quiet small" pressed={flavour === one} run={() => choose(one)} />
  );
  return (
    <details class="code" onToggle={() => void read()}>
      <summary>{translate('Show the source')}</summary>
      {words !== null && (
        <p class="hint" role="status">
          {translate(words)}
        </p>
      )}
      {lines !== null && (
        <>
          <div class="actions" role="group" aria-label={translate('Written for')}>
            {tab('plain', 'TypeScript')} {tab('react', 'React')}
          </div>
          <pre>
            <code>{lines[flavour]}</code>
          </pre>
        </>
      )}
    </details>
  );
}
