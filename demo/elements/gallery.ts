/** The page of all elements in all states, with a panel for theme, radius and language. */

import { defineElements } from 'countersign/elements';
import { de, es, fr, pt, type Locale } from 'countersign/messages';
import { elementOf, shownStates } from './states.ts';

const locales: Readonly<Record<string, Locale | undefined>> = { de, es, fr, pt };
const list = document.querySelector('main') ?? document.body;
const shown = shownStates.map((state) => {
  const element = elementOf(state);
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.append(Object.assign(document.createElement('code'), { textContent: `<${state.tag}>` }), ` ${state.name}`);
  figure.append(caption, element);
  list.append(figure);
  return { element, press: state.press ?? [], later: state.later };
});

const panel = document.querySelector('form');
panel?.addEventListener('input', () => {
  const choices = new FormData(panel);
  const choice = (name: string): string => {
    const value = choices.get(name);
    return typeof value === 'string' ? value : '';
  };
  for (const { element } of shown) {
    element.style.setProperty('--countersign-radius', `${choice('radius')}px`);
    Object.assign(element, { locale: locales[choice('language')] });
  }
  document.documentElement.dir = choice('direction');
  document.documentElement.dataset['theme'] = choice('theme');
});

await defineElements();
document.documentElement.dataset['ready'] = 'true';

for (const { element, press, later } of shown) {
  for (const label of press) {
    const buttons = [...(element.shadowRoot?.querySelectorAll('button') ?? [])];
    buttons.find(({ textContent }) => textContent.trim() === label)?.click();
  }
  Object.assign(element, later);
}
