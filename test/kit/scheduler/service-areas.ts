/** Areas of the service that requests read and change: two requests without a common area may change places unnoticed. */

/** An area of the service's state, and whether it may be changed. */
type AreaUse = readonly [area: string, how: 'read' | 'write'];

/** Areas of a request, with those that the relay reads before it forwards it. */
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
