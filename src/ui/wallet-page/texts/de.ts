/** German, for the page and for the elements in it. */
import type { PageTexts } from './en.ts';

export { de as elementsDe } from '../../messages/de.ts';

/** German. */
export const pageDe: PageTexts = {
  back: 'Zurück zu {brand}',
  opening: 'Ihr Wallet wird geöffnet…',
  againTitle: 'Öffnen Sie diese Seite noch einmal von {brand} aus',
  again: 'Dieser Link wurde schon benutzt oder ist abgelaufen.',
  signOutTitle: 'Bei {brand} abmelden?',
  signOut: 'Abmelden',
  signingOut: 'Abmeldung läuft…',
  signedOut: 'Sie sind abgemeldet',
  startOver: 'Gehen Sie zurück zu {brand}, und beginnen Sie noch einmal.',
  choose: 'Mit welchem Konto melden Sie sich an?',
  home: 'Ihr Wallet',
  methods: 'Anmeldemöglichkeiten',
  sessions: 'Geräte',
  cardFROZEN: 'Sie möchten Ihre Karte einfrieren. Bitte bestätigen Sie das hier.',
  cardACTIVE: 'Sie möchten Ihre Karte wieder freigeben. Bitte bestätigen Sie das hier.',
  cardCLOSED: 'Sie möchten Ihre Karte schließen. Bitte bestätigen Sie das hier.',
  payee: 'Neuer Empfänger',
  payeeLead: 'Vergleichen Sie diese Angaben mit denen, die Sie erhalten haben.',
  payeeReading: 'Empfänger wird geladen…',
  payeeName: 'Name',
  payeeBank: 'Bank',
  payeeNumber: 'Konto',
  confirm: 'Empfänger bestätigen',
  confirming: 'Wird bestätigt…',
  confirmed: 'Empfänger bestätigt. Sie können jetzt bezahlen.',
  phrase: 'Wiederherstellungsphrase',
  phraseLead: 'Wer diese Wörter hat, kann Ihr Geld nehmen. {brand} fragt Sie nie danach.',
  phraseAlone: 'Achten Sie darauf, dass niemand Ihren Bildschirm sieht.',
  show: 'Phrase anzeigen',
  showing: 'Phrase wird geladen…',
  shown: 'Schreiben Sie die Wörter in dieser Reihenfolge auf. Nach einer Minute werden sie wieder verborgen.',
  hide: 'Verbergen',
  hidden: 'Ihre Phrase ist verborgen.',
};
