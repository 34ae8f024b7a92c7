/** @jsxImportSource preact */
/** The playground: an element in one of its states, as a brand would show it, with the code for that. */

import { render, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { defineElements } from 'countersign/elements';
import { de, es, fr, pt, type Locale } from 'countersign/messages';
import { showEverything } from 'countersign-sandbox/testing';
import {
  all,
  changed,
  choicesOf,
  cssOf,
  fonts,
  hashOf,
  propertiesOf,
  scriptOf,
  statesOf,
  type Choices,
} from './choices.ts';
import { elementOf, shownStates, type ShownState } from './states.ts';

/** A button signs what has stood for 800 ms, and by a press that is as far from the one before. */
const readMs = 1000;

const locales: Readonly<Record<string, Locale | undefined>> = { de, es, fr, pt };
const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' };
const themes = { system: 'System', light: 'Light', dark: 'Dark' };
const directions = { ltr: 'Left to right', rtl: 'Right to left' };

const same = (values: Iterable<string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...values].map((value) => [value, value]));

/** An element in one state. */
function Figure({ shown, locale }: { shown: ShownState; locale: Locale | undefined }): VNode {
  const figure = useRef<HTMLElement>(null);
  const [element] = useState(() => Object.assign(elementOf(shown), { locale }));
  useLayoutEffect(() => figure.current?.append(element), [element]);
  useEffect(() => {
    const input = element.shadowRoot?.querySelector('input');
    if (shown.code !== undefined && input) {
      input.value = shown.code;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    Object.assign(element, shown.later);
    const { press, shows = '' } = shown;
    if (press === undefined) return undefined;
    const find = (part: string): HTMLElement | null | undefined => element.shadowRoot?.querySelector(part);
    const pressing = setInterval(() => {
      if (find(shows)) clearInterval(pressing);
      else find(press)?.click();
    }, readMs);
    return () => clearInterval(pressing);
  }, [element, shown]);
  return (
    <figure ref={figure} data-shows={shown.shows}>
      <figcaption>
        <code>{`<${shown.tag}>`}</code> {shown.name}
      </figcaption>
    </figure>
  );
}

function Code({ title, text }: { title: string; text: string }): VNode {
  const [copied, setCopied] = useState('');
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(''),
    );
  return (
    <div class="code">
      <h2>{title}</h2>
      <button type="button" aria-label={`Copy ${title}`} onClick={copy}>
        {copied === text ? 'Copied' : 'Copy'}
      </button>
      <pre tabIndex={0} aria-label={title} role="region">
        <code>{text}</code>
      </pre>
    </div>
  );
}

function Playground(): VNode {
  const [choices, setChoices] = useState(() => choicesOf(location.hash));
  const { element, state, accent, radius, theme, direction } = choices;
  useEffect(() => {
    const read = (): void => setChoices(choicesOf(location.hash));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  useLayoutEffect(() => {
    history.replaceState(null, '', `#${hashOf(choices)}`);
    document.documentElement.dataset['theme'] = theme;
  }, [choices, theme]);
  // After the effects of all figures.
  useEffect(() => void (document.documentElement.dataset['ready'] = 'true'), []);

  const choose = (change: Partial<Choices>): void => setChoices((before) => changed(before, change));
  const select = (label: string, name: keyof Choices, options: Readonly<Record<string, string>>): VNode => (
    <label>
      {label}
      <select value={choices[name]} onInput={({ currentTarget }) => choose({ [name]: currentTarget.value })}>
        {Object.entries(options).map(([value, text]) => (
          <option value={value} selected={value === choices[name]}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const elements = [...statesOf.keys()].map((tag) => [tag, tag.replace('countersign-', '')] as const);
  const states = statesOf.get(element) ?? [];
  const shown = shownStates.filter(({ tag, name }) => [all, tag].includes(element) && [all, name].includes(state));
  return (
    <>
      <header>
        <h1>Elements</h1>
        <p>
          The screens of <code>countersign/elements</code> in your colours, with the code for them. These wallets only
          pretend: nothing is signed or sent.
        </p>
      </header>
      <div class="side">
        <form aria-label="Look">
          {select('Element', 'element', { ...Object.fromEntries(elements), [all]: 'All elements' })}
          {select(
            'State',
            'state',
            element === all ? { [all]: 'All states' } : { ...same(states), [all]: 'All states' },
          )}
          <label>
            Accent
            <input type="color" value={accent} onInput={({ currentTarget: { value } }) => choose({ accent: value })} />
          </label>
          <label>
            Radius <output>{radius} px</output>
            <input
              type="range"
              max="24"
              value={radius}
              onInput={({ currentTarget: { value } }) => choose({ radius: value })}
            />
          </label>
          {select('Font', 'font', same(Object.keys(fonts)))}
          {select('Language', 'language', languages)}
          {select('Theme', 'theme', themes)}
          {select('Direction', 'direction', directions)}
        </form>
        <aside aria-label="For your page">
          <Code title="CSS" text={cssOf(choices)} />
          {element !== all && (
            <>
              <Code title="HTML" text={`<${element}></${element}>`} />
              <Code title="JavaScript" text={scriptOf(choices)} />
            </>
          )}
        </aside>
      </div>
      <main dir={direction as 'ltr' | 'rtl'} style={propertiesOf(choices)} class={shown.length === 1 ? 'one' : ''}>
        {shown.map((one) => (
          <Figure key={`${one.tag} ${one.name} ${choices.language}`} shown={one} locale={locales[choices.language]} />
        ))}
      </main>
    </>
  );
}

// Figures below the fold are pressed, too.
showEverything();
await defineElements();
render(<Playground />, document.body);
