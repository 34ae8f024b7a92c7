/** Announcements of live regions to assistive technology. */
import type { CDPSession, Page } from 'playwright';
import { expect } from 'vitest';

/** One for each page: a session that is detached takes the page's virtual authenticators with it. */
const sessions = new WeakMap<Page, CDPSession>();

/** A region that is spoken when it changes. */
export interface LiveRegion {
  /** Stays the same while the element does. */
  readonly node: number;
  readonly text: string;
}

/** The regions that are spoken, with their text, as the accessibility tree has them. */
export async function liveRegions(page: Page): Promise<readonly LiveRegion[]> {
  const devTools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, devTools);
  const { nodes } = await devTools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = byId.get(id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value ?? '');
    return (node?.childIds ?? []).map(textOf).join('');
  };
  const isSpoken = ['polite', 'assertive'];
  return nodes
    .filter(({ properties }) =>
      properties?.some(({ name, value }) => name === 'live' && isSpoken.includes(String(value.value))),
    )
    .map(({ nodeId, backendDOMNodeId = 0 }) => ({ node: backendDOMNodeId, text: textOf(nodeId) }));
}

/** Waits until a live region says this. */
export async function waitUntilSpoken(page: Page, text: string): Promise<void> {
  const texts = async (): Promise<readonly string[]> => (await liveRegions(page)).map((region) => region.text);
  await expect.poll(texts, { message: text }).toContainEqual(expect.stringContaining(text));
}
