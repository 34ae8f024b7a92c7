/** What requests read and change at the service: two of them that have no area in common may change places, and nobody notices. */

/** An area of the service's state, and whether it may be changed. */
type AreaUse = readonly [area: string, how: 'read' | 'write'];

/** What a request uses, with what the relay reads before it forwards it. */
export function areasOf(method: string, path: string, isStamped: boolean): readonly AreaUse[] {
  const how = isStamped ? 'write' : 'read';
  const [, area] = /^\/(cards|quotes)\//.exec(path) ?? [];
  // A first leg leaves a card, a quote and the sessions as they are; a stamp is checked against the sessions.
  if (area !== undefined)
    return [
      [area, how],
      ['sessions', 'read'],
    ];
  if (method === 'GET') return path === '/auth/credentials' ? [['credentials', 'read']] : [['sessions', 'read']];
  if (path.startsWith('/auth/sessions/')) return [['sessions', how]];
  // A code is checked and used up for a session that doesn't exist yet: its stamp is by the key that came with the code.
  const login: readonly AreaUse[] = [
    ['credentials', 'read'],
    ['codes', 'write'],
  ];
  if (/\/(challenge|verify)$/.test(path)) return isStamped ? [...login, ['sessions', 'write']] : login;
  return ['credentials', 'codes', 'sessions'].map((one) => [one, 'write']);
}
