/** English. */
import type { Locale } from './locale.ts';

/** English texts. */
export const en: Locale = {
  language: 'en',
  messages: {
    'address-taken': {
      title: 'This address is in use',
      text: 'Another wallet uses this e-mail address. Enter a different one.',
    },
    'authenticator-failed': {
      title: 'Your device did not finish',
      text: 'Nothing was changed. Try again, or sign in another way.',
    },
    'back-end-untrusted': {
      title: 'This answer cannot be trusted',
      text: 'It does not come from the service that holds your wallet. Your code was not sent. Do not try again on this network; contact support.',
    },
    busy: {
      title: 'One thing at a time',
      text: 'The same is being done already. Wait for its outcome, then try again.',
    },
    cancelled: { title: 'Cancelled', text: 'Nothing was changed. Try again whenever you like.' },
    'card-changed': {
      title: 'The card has changed meanwhile',
      text: 'Look at its state before you go on.',
    },
    'card-closed': { title: 'This card is closed', text: 'A closed card cannot be opened again.' },
    'card-not-ready': { title: 'The card is not ready yet', text: 'It is still being made. Try again in a moment.' },
    'code-exhausted': {
      title: 'Too many wrong codes',
      text: 'This code no longer works. Ask for a new one.',
    },
    'code-expired': { title: 'This code has expired', text: 'Ask for a new one.' },
    'code-malformed': {
      title: 'This is not a code',
      text: 'A code has letters and digits only. Look at the message again and copy the code from it.',
    },
    'code-wrong': {
      title: 'This code is not right',
      text: 'Compare it with the newest message. If it is right, it has expired: ask for a new one.',
    },
    'credential-exists': {
      title: 'You have this already',
      text: 'This way to sign in belongs to your wallet already.',
    },
    'credential-in-use': {
      title: 'You are signed in with this',
      text: 'To remove it, sign in another way first.',
    },
    'credential-missing': {
      title: 'This way to sign in is gone',
      text: 'It no longer belongs to your wallet. Sign in another way.',
    },
    'factor-unsupported': {
      title: 'Confirm it another way',
      text: 'No money has moved. This payment needs more than a code: contact support.',
    },
    'identity-choice': { title: 'Which account?', text: 'Your wallet has several accounts of providers. Choose one.' },
    'input-invalid': { title: 'Something needs another look', text: 'Check what you entered and correct it.' },
    'insufficient-funds': {
      title: 'There is not enough money',
      text: 'Enter a smaller amount, or add money first.',
    },
    'key-not-deleted': {
      title: 'This browser may still hold a key',
      text: 'Sign out again. If this message comes back, clear the data of this site.',
    },
    'limit-reached': { title: 'This is over your limit', text: 'Enter a smaller amount, or try again tomorrow.' },
    'logged-out': {
      title: 'You are logged out of this site',
      text: 'Log in to the site again, then go on with your wallet.',
    },
    'not-allowed': { title: 'This is not possible', text: 'The service does not allow it for your wallet.' },
    'not-approved': { title: 'Not approved', text: 'Nothing was signed. Start again if you want to go on.' },
    offline: { title: 'No connection', text: 'Nothing was signed. Check your connection, then try again.' },
    'outcome-unknown': {
      title: 'It is not known yet whether this was done',
      text: 'The request was signed and sent, and its answer did not arrive. Press the same again: that finds out first, and does not do it twice.',
    },
    'page-outdated': {
      title: 'This page has to be reloaded',
      text: 'A part of it is missing or out of date. Check the connection, then reload. Nothing was signed.',
    },
    'passkey-busy': { title: 'Another prompt is open', text: 'Answer or close it, then try again.' },
    'passkey-choice': { title: 'Which passkey?', text: 'Your wallet has several passkeys. Choose one.' },
    'passkey-exists': {
      title: 'This passkey is there already',
      text: 'This device has a passkey for your wallet. Sign in with it.',
    },
    'passkey-not-here': {
      title: 'The passkey is not on this device',
      text: 'Use the device or security key that holds it, or sign in another way.',
    },
    'passkey-timed-out': { title: 'Your device has waited too long', text: 'Nothing was changed. Try again.' },
    'passkeys-missing': { title: 'No passkeys here', text: 'This browser has no passkeys. Sign in another way.' },
    'payload-refused': {
      title: 'Your browser refused to sign',
      text: 'What it was asked to sign is not what you asked for. Nothing was signed. Do not try again; contact support.',
    },
    'payment-failed': { title: 'The payment failed', text: 'It was sent and did not succeed. Its entry says why.' },
    'quote-expired': {
      title: 'This offer has expired',
      text: 'A rate is held for a short time only. Nothing was paid. Ask for a new one.',
    },
    'screen-lock-missing': {
      title: 'This device has no screen lock',
      text: 'Set up a fingerprint, a face or a PIN on it, or sign in another way.',
    },
    'service-failed': { title: 'The service has a problem', text: 'Try again in a moment.' },
    'session-ended': { title: 'You have been signed out', text: 'Your session has ended. Sign in again to go on.' },
    'set-up': {
      title: 'This page is not set up correctly',
      text: 'Trying again does not help. Contact support.',
    },
    'sign-in-again': {
      title: 'Please sign in again first',
      text: 'Nothing was sent. Sign in, then do it again.',
    },
    'sign-in-interrupted': { title: 'The sign-in was interrupted', text: 'Start it again.' },
    'signed-out': { title: 'You are signed out', text: 'Sign in to go on.' },
    slow: { title: 'This takes too long', text: 'The service has not answered. Try again.' },
    'start-over': { title: 'Please start again', text: 'This can no longer be done as it was begun.' },
    'storage-blocked': {
      title: 'This browser keeps nothing for this page',
      text: 'You stay signed in until you leave the page. To stay longer, allow this site to store data.',
    },
    'too-late': { title: 'This took too long', text: 'The request expired before it was signed. Start again.' },
    'too-many': { title: 'Too many attempts', text: 'Slow down a little, then try again.' },
    unknown: { title: 'That did not work', text: 'Try again. If it happens again, contact support.' },
    unsupported: { title: 'This browser cannot do this', text: 'Update it, or use another one.' },
  },
  actions: {
    retry: 'Try again',
    'sign-in': 'Sign in',
    'log-in': 'Log in to the site',
    'start-over': 'Start again',
    'new-code': 'Send a new code',
    'new-quote': 'Get a new offer',
    correct: 'Correct',
    'other-way': 'Another way',
    look: 'Look',
    reload: 'Reload the page',
    support: 'Contact support',
  },
  wait: 'Come back {time}.',
};
