/** The site's looks: VitePress's own in the product's colours, with diagrams drawn from their text and tabs that are remembered. */
import { onContentUpdated, useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h, onMounted, ref, watch } from 'vue';
import drawingScript from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';
import './style.css';

/** The drawing library, once for a visit: it comes as a script that names itself globally. */
let loading;
function loadMermaid() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = drawingScript;
    script.addEventListener('load', () => resolve(globalThis.mermaid));
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  return loading;
}

/** Diagrams have their texts in the size of the page's: what is wider than the column scrolls. */
const natural = { useMaxWidth: false };
const sequence = { ...natural, wrap: true, actorMargin: 60, actorFontSize: 16, messageFontSize: 16, noteFontSize: 16 };

/** The elements' colours: light, dark. */
const colours = {
  background: ['#ffffff', '#0c1210'],
  edgeLabelBackground: ['#ffffff', '#0c1210'],
  labelBackgroundColor: ['#ffffff', '#0c1210'],
  primaryColor: ['#e3f0ea', '#16302a'],
  primaryBorderColor: ['#0b5d46', '#5fd0a8'],
  primaryTextColor: ['#16201c', '#e9efec'],
  textColor: ['#16201c', '#e9efec'],
  lineColor: ['#55645e', '#9fb0a9'],
  clusterBkg: ['#f5f7f6', '#1b2320'],
  noteBkgColor: ['#fff6e0', '#33280f'],
  noteBorderColor: ['#6b4700', '#f2d493'],
  noteTextColor: ['#16201c', '#e9efec'],
};
let drawn = 0;

/** A diagram: its text until it is drawn, and where nothing runs scripts. */
const Diagram = defineComponent({
  props: { text: { type: String, required: true } },
  setup({ text }) {
    const { isDark } = useData();
    const svg = ref('');
    const draw = async () => {
      const mermaid = await loadMermaid();
      const scheme = Object.entries(colours).map(([name, both]) => [name, both[Number(isDark.value)]]);
      const themeVariables = { darkMode: isDark.value, fontSize: '16px', ...Object.fromEntries(scheme) };
      const look = { theme: 'base', themeVariables, fontFamily: 'inherit' };
      mermaid.initialize({ startOnLoad: false, ...look, sequence, flowchart: natural, state: natural });
      drawn += 1;
      ({ svg: svg.value } = await mermaid.render(`diagram-${drawn}`, text));
    };
    onMounted(draw);
    watch(isDark, draw);
    return () =>
      svg.value === ''
        ? h('pre', text)
        : h('div', { class: 'diagram', role: 'group', 'aria-label': 'Diagram', tabindex: 0, innerHTML: svg.value });
  },
});

/** The demo's screens, one after another at the reader's pace. */
const Tour = defineComponent({
  props: { steps: { type: Array, required: true } },
  setup({ steps }) {
    const at = ref(0);
    const go = (by) => (at.value = (at.value + by + steps.length) % steps.length);
    const button = (label, by) => h('button', { type: 'button', onClick: () => go(by) }, label);
    const picture = (name, alt, scheme) =>
      h('img', {
        src: withBase(`/${name}-${scheme}.webp`),
        alt,
        class: `in-${scheme}`,
        width: 1920,
        height: 1200,
        loading: 'lazy',
      });
    return () => {
      const { name, says, alt } = steps[at.value];
      return h('figure', { class: 'tour' }, [
        h('figcaption', [
          h('p', { 'aria-live': 'polite' }, [h('strong', `${at.value + 1} of ${steps.length}`), ` ${says}`]),
          h('div', { class: 'steps' }, [button('Back', -1), button('Next', 1)]),
        ]),
        picture(name, alt, 'light'),
        picture(name, alt, 'dark'),
      ]);
    };
  },
});

/** The home page has no main part of its own. */
function markMain() {
  const content = document.querySelector('#VPContent');
  if (content?.querySelector('main') === null) content.setAttribute('role', 'main');
  else content?.removeAttribute('role');
}

const tabsKey = 'countersign-site-tabs';

/** The titles of tabs that were chosen, the last one first. @returns {string[]} */
const chosenTabs = () => JSON.parse(localStorage.getItem(tabsKey) ?? '[]');

/** Shows in each group of the page the tab that was chosen last, there or elsewhere. */
function showChosenTabs() {
  const titles = chosenTabs();
  for (const tabs of document.querySelectorAll('.vp-code-group .tabs')) {
    const labels = [...tabs.querySelectorAll('label')];
    const label = titles.map((title) => labels.find(({ textContent }) => textContent === title)).find(Boolean);
    if (label?.control.checked === false) label.click();
  }
}

/** @param {Event} event */
function keepChosenTab({ target, isTrusted }) {
  if (!isTrusted || !target.matches('.vp-code-group input')) return;
  const title = target.labels[0].textContent;
  localStorage.setItem(tabsKey, JSON.stringify([title, ...chosenTabs().filter((other) => other !== title)]));
  showChosenTabs();
}

/** @type {import('vitepress').Theme} */
export default {
  extends: DefaultTheme,
  setup() {
    onMounted(() => document.addEventListener('change', keepChosenTab));
    onContentUpdated(showChosenTabs);
    onContentUpdated(markMain);
  },
  enhanceApp: ({ app }) => app.component('Diagram', Diagram).component('Tour', Tour),
};
