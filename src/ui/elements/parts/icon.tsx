/** @jsxImportSource preact */
/** Icons, drawn by the element itself: a page's policy needs to allow no font, no data URL and no further image. */
import type { VNode } from 'preact';
import type { AuthMethod } from '../../../kit/wire.ts';

/** Lines on a square of 24. */
const lines = {
  bank: 'M3 9.5 12 4l9 5.5M5 9.5h14M6 12.5v5M10 12.5v5M14 12.5v5M18 12.5v5M4 20h16',
  card: 'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2ZM3 10h18M7 14.5h3',
  check: 'm5.5 12.5 4 4 9-9',
  copy: 'M10 9h8a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM6 15H5V5a1 1 0 0 1 1-1h9v2',
  deposit: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  freeze: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5',
  lock: 'M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  mail: 'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2ZM4 8l8 5.5L20 8',
  passkey:
    'M9.5 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 19.5c.4-3 2.9-5 6.5-5 1.1 0 2.1.2 3 .5M17.5 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM17.5 14.5V21M17.5 18h2.5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.6-3.5 3.5-5.5 7.5-5.5s6.9 2 7.5 5.5',
  phone: 'M9 3h6a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM11 18h2',
  screen: 'M5 5h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM8.5 20h7M12 16v4',
  spinner: 'M12 4a8 8 0 1 0 8 8',
  warning: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 8v5M12 16h.01',
} as const;

/** Names of the icons. */
export type IconName = keyof typeof lines;

/** The icon of each way to sign in. */
export const iconOfWay: Readonly<Record<AuthMethod['type'], IconName>> = {
  PASSKEY: 'passkey',
  EMAIL_OTP: 'mail',
  SMS_OTP: 'phone',
  OAUTH: 'person',
};

/** An icon beside words that say the same: it is hidden from screen readers. */
export function icon(name: IconName): VNode {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={lines[name]} />
    </svg>
  );
}
