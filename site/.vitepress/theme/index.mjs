/** The site's looks: VitePress's own in the product's colours, with diagrams drawn from their text and tabs that are remembered. */
import { onContentUpdated, useData } from 'vitepress';
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

/** Sequences have their texts in their own size: what is wider than the column scrolls. States fit the column, down to a width. */
const sequence = { useMaxWidth: false, wrap: true, actorMargin: 60, messageFontSize: 14, noteFontSize: 14 };
let drawn = 0;

/** A diagram: its text until it is drawn, and where nothing runs scripts. */
const Diagram = defineComponent({
  props: { text: { type: String, required: true } },
  setup({ text }) {
    const { isDark } = useData();
    const svg = ref('');
    const draw = async () => {
      const mermaid = await loadMermaid();
      const theme = isDark.value ? 'dark' : 'neutral';
      mermaid.initialize({ startOnLoad: false, theme, fontFamily: 'inherit', sequence });
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
  },
  enhanceApp: ({ app }) => app.component('Diagram', Diagram),
};
