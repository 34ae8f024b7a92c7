/** Texts of `<countersign-session>`. `{time}` is minutes and seconds. */

/** English. */
export const sessionEn = {
  title: 'Your session',
  ending: 'Session ends in',
  left: '{time} left',
  warning: 'Your session ends soon. Choose “Stay signed in” to continue.',
  renew: 'Stay signed in',
  renewing: 'Keeping you signed in…',
  renewed: 'You stay signed in.',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  signedOut: 'You are signed out.',
  keyLeft: 'You may not be signed out completely. To be sure, clear this site’s data.',
  notReached: 'The service couldn’t be reached. The session ends there by itself.',
};
