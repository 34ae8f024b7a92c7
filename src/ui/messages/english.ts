/** English. */
import type { Locale } from './locale.ts';

/** The messages alone: an element has the texts of its own screen. */
export const english: Locale = {
  language: 'en',
  messages: {
    'account-pending': {
      title: 'This account isn’t confirmed yet',
      text: 'Nothing was paid. Checking this bank account can take a few days. Try again later, or choose another one.',
    },
    'address-taken': {
      title: 'This address is in use',
      text: 'Another wallet uses this e-mail address. Enter a different one.',
    },
    'authenticator-failed': {
      title: 'Your device didn’t finish',
      text: 'Nothing was changed. Try again, or sign in another way.',
    },
    'back-end-untrusted': {
      title: 'This connection can’t be trusted',
      text: 'Your code was not sent. Don’t try again on this network; contact support.',
    },
    busy: { title: 'One thing at a time', text: 'This is already in progress. Please wait.' },
    cancelled: { title: 'Cancelled', text: 'Nothing was changed. Try again whenever you like.' },
    'card-changed': { title: 'The card has changed', text: 'Check its state before you continue.' },
    'card-closed': { title: 'This card is closed', text: 'A closed card can’t be opened again.' },
    'card-limit': { title: 'No more cards', text: 'You can’t add another card right now. Contact support.' },
    'card-not-ready': { title: 'The card isn’t ready yet', text: 'It is being prepared. Try again in a moment.' },
    'code-exhausted': { title: 'Too many wrong codes', text: 'This code no longer works. Request a new one.' },
    'code-expired': { title: 'This code has expired', text: 'Request a new one.' },
    'code-malformed': {
      title: 'This isn’t a code',
      text: 'A code has letters and digits only. Copy it from the message again.',
    },
    'code-wrong': {
      title: 'That code isn’t right',
      text: 'Check the latest message. If the code matches, it has expired: request a new one.',
    },
    'confirm-first': {
      title: 'Please confirm it first',
      text: 'Nothing was changed. Your new address or number must be confirmed first. Contact support.',
    },
    'credential-exists': { title: 'You have this already', text: 'This way to sign in is already yours.' },
    'credential-in-use': { title: 'You are signed in with this', text: 'To remove it, sign in another way first.' },
    'credential-missing': {
      title: 'This way to sign in is gone',
      text: 'It no longer belongs to your wallet. Sign in another way.',
    },
    'document-needed': {
      title: 'A document is missing',
      text: 'Nothing was paid. This payment needs a document. Contact support.',
    },
    'factor-unsupported': {
      title: 'Confirm it another way',
      text: 'No money has moved. This payment needs more than a code: contact support.',
    },
    'identity-choice': { title: 'Which account?', text: 'Your wallet has several accounts of providers. Choose one.' },
    'input-invalid': { title: 'Please check the form', text: 'Correct what you entered, then try again.' },
    'insufficient-funds': { title: 'There is not enough money', text: 'Enter a smaller amount, or add money first.' },
    'key-not-deleted': {
      title: 'You may not be signed out',
      text: 'Sign out again. If you see this again, clear this site’s data.',
    },
    'limit-reached': { title: 'This is over your limit', text: 'Enter a smaller amount, or try again tomorrow.' },
    'logged-out': {
      title: 'You are logged out of this site',
      text: 'Log in to the site again, then continue with your wallet.',
    },
    'not-allowed': { title: 'This isn’t possible', text: 'It isn’t allowed for your wallet.' },
    'not-approved': { title: 'Not approved', text: 'Nothing was signed. Start again to continue.' },
    offline: { title: 'No connection', text: 'Nothing was signed. Check your connection, then try again.' },
    'outcome-unknown': {
      title: 'We’re not sure this went through',
      text: 'Check its status. Checking doesn’t send it again.',
    },
    'page-outdated': {
      title: 'Please reload this page',
      text: 'Nothing was signed. Check the connection, then reload.',
    },
    'passkey-busy': { title: 'Another prompt is open', text: 'Answer or close it, then try again.' },
    'passkey-choice': { title: 'Which passkey?', text: 'Your wallet has several passkeys. Choose one.' },
    'passkey-exists': {
      title: 'This passkey is there already',
      text: 'This device has a passkey for your wallet. Sign in with it.',
    },
    'passkey-not-here': {
      title: 'The passkey isn’t on this device',
      text: 'Use the device or security key that has it, or sign in another way.',
    },
    'passkey-timed-out': { title: 'Your device waited too long', text: 'Nothing was changed. Try again.' },
    'passkeys-missing': {
      title: 'No passkeys here',
      text: 'Passkeys don’t work in this browser. Sign in another way.',
    },
    'payload-refused': {
      title: 'Stopped to protect you',
      text: 'The request didn’t match what you approved. Nothing was signed. Don’t try again; contact support.',
    },
    'payment-failed': {
      title: 'Payment failed',
      text: 'Your payment didn’t go through. See its details for the reason.',
    },
    'quote-expired': {
      title: 'This rate has expired',
      text: 'Nothing was paid. Rates are held for a short time: get a new one.',
    },
    'screen-lock-missing': {
      title: 'This device has no screen lock',
      text: 'Set up a fingerprint, face or PIN, or sign in another way.',
    },
    'service-failed': { title: 'Something went wrong on our side', text: 'Try again in a moment.' },
    'session-ended': { title: 'You have been signed out', text: 'Sign in again to continue.' },
    'set-up': { title: 'This page is not set up correctly', text: 'Trying again doesn’t help. Contact support.' },
    'sign-in-again': { title: 'Please sign in again first', text: 'Nothing was sent. Sign in, then try again.' },
    'sign-in-interrupted': { title: 'Sign-in interrupted', text: 'Start again.' },
    'signed-out': { title: 'You are signed out', text: 'Sign in to continue.' },
    slow: { title: 'This takes too long', text: 'There was no answer. Try again.' },
    'start-over': { title: 'This can’t continue', text: 'Please start again.' },
    'storage-blocked': {
      title: 'This browser keeps nothing for this page',
      text: 'You stay signed in until you leave the page. To stay longer, allow this site to store data.',
    },
    'too-late': { title: 'This took too long', text: 'The request expired before it was signed. Start again.' },
    'too-many': { title: 'Too many attempts', text: 'Wait a moment.' },
    unknown: { title: 'That didn’t work', text: 'Try again. If it happens again, contact support.' },
    unsupported: { title: 'This browser can’t do this', text: 'Update it, or use another one.' },
    'wallet-not-ready': { title: 'Your wallet isn’t ready yet', text: 'It is being set up. Try again in a moment.' },
  },
  actions: {
    retry: 'Try again',
    'sign-in': 'Sign in',
    'log-in': 'Log in to the site',
    'start-over': 'Start again',
    'new-code': 'Send a new code',
    'new-quote': 'Get a new rate',
    correct: 'Correct',
    'other-way': 'Sign in another way',
    look: 'Check status',
    reload: 'Reload the page',
    support: 'Contact support',
  },
  wait: 'You can try again {time}.',
};
