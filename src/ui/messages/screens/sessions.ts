/** Texts of `<countersign-sessions>`. `{name}` is what a sign-in began with, `{since}` its day and time, `{browser}` such as Firefox. */

/** English. */
export const sessionsEn = {
  title: 'Devices',
  reading: 'Loading your devices…',
  signedOut: 'Sign in to see them.',
  none: 'No device is signed in.',
  current: 'This browser',
  device: '{browser} on {system}',
  PASSKEY: 'Passkey “{name}”',
  signedIn: 'Signed in {since}',
  end: 'Sign out',
  endName: 'Sign out {name}, since {since}',
  endThisName: 'Sign out this browser',
  question: 'Sign out {name}, since {since}? To use the wallet there, sign in again.',
  yes: 'Yes, sign out',
  no: 'Stay signed in',
  ending: 'Signing out…',
  ended: 'Signed out there.',
};
