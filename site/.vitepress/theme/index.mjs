/** The site's looks: VitePress's own, with room for lines of code, and diagrams drawn from their text. */
import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
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

/** @type {import('vitepress').Theme} */
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('Diagram', Diagram),
};
