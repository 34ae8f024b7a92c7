/** Texts of `<countersign-sessions>`. `{name}` is what a sign-in began with, `{since}` and `{until}` are times. */

/** English. */
export const sessionsEn = {
  title: 'Devices',
  reading: 'Loading your devices…',
  signedOut: 'Sign in to see them.',
  none: 'No device is signed in.',
  current: 'This browser',
  PASSKEY: 'Passkey “{name}”',
  EMAIL_OTP: 'Code by e-mail',
  SMS_OTP: 'Code by text message',
  OAUTH: 'Provider',
  browser: '{browser} on {system}',
  times: 'since {since} · until {until}',
  untilTime: 'until {until}',
  end: 'Sign out',
  endName: 'Sign out {name}, since {since}',
  endThisName: 'Sign out this browser',
  question: 'Sign out {name}, since {since}? To use the wallet there, sign in again.',
  yes: 'Yes, sign out',
  no: 'Stay signed in',
  ending: 'Signing out…',
  ended: 'Signed out there.',
};
