/** German. */
import type { CompleteLocale } from './locale.ts';
import { activityDe } from './screens/activity.ts';
import { authorizationDe } from './screens/authorization.ts';
import { balanceDe } from './screens/balance.ts';
import { cardDe } from './screens/card.ts';
import { codeEntryDe } from './screens/code-entry.ts';
import { credentialsDe } from './screens/credentials.ts';
import { framedDe } from './screens/framed.ts';
import { payeeDe } from './screens/payee.ts';
import { paymentDe } from './screens/payment.ts';
import { pressDe } from './screens/press.ts';
import { reviewDe } from './screens/review.ts';
import { sessionDe } from './screens/session.ts';
import { sessionsDe } from './screens/sessions.ts';
import { signInDe } from './screens/sign-in.ts';

/** German texts, in the formal address. */
export const de: CompleteLocale = {
  language: 'de',
  messages: {
    'account-pending': {
      title: 'Dieses Konto ist noch nicht bestätigt',
      text: 'Es wurde nichts bezahlt. Die Prüfung dieses Bankkontos kann einige Tage dauern. Versuchen Sie es später noch einmal, oder wählen Sie ein anderes.',
    },
    'address-taken': {
      title: 'Diese Adresse ist vergeben',
      text: 'Ein anderes Wallet verwendet diese E-Mail-Adresse. Geben Sie eine andere ein.',
    },
    'authenticator-failed': {
      title: 'Ihr Gerät hat nicht abgeschlossen',
      text: 'Es wurde nichts geändert. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    },
    'back-end-untrusted': {
      title: 'Dieser Verbindung ist nicht zu trauen',
      text: 'Ihr Code wurde nicht gesendet. Versuchen Sie es in diesem Netz nicht noch einmal, und wenden Sie sich an den Support.',
    },
    busy: { title: 'Eins nach dem anderen', text: 'Das läuft bereits. Bitte warten Sie.' },
    cancelled: {
      title: 'Abgebrochen',
      text: 'Es wurde nichts geändert. Sie können es jederzeit noch einmal versuchen.',
    },
    'card-changed': { title: 'Die Karte hat sich geändert', text: 'Prüfen Sie ihren Zustand, bevor Sie fortfahren.' },
    'card-closed': {
      title: 'Diese Karte ist geschlossen',
      text: 'Eine geschlossene Karte lässt sich nicht wieder öffnen.',
    },
    'card-limit': {
      title: 'Keine weitere Karte',
      text: 'Sie können zurzeit keine Karte hinzufügen. Wenden Sie sich an den Support.',
    },
    'card-not-ready': {
      title: 'Die Karte ist noch nicht bereit',
      text: 'Sie wird vorbereitet. Versuchen Sie es gleich noch einmal.',
    },
    'code-exhausted': {
      title: 'Zu viele falsche Codes',
      text: 'Dieser Code gilt nicht mehr. Fordern Sie einen neuen an.',
    },
    'code-expired': { title: 'Dieser Code ist abgelaufen', text: 'Fordern Sie einen neuen an.' },
    'code-malformed': {
      title: 'Das ist kein Code',
      text: 'Ein Code besteht nur aus Buchstaben und Ziffern. Übernehmen Sie ihn noch einmal aus der Nachricht.',
    },
    'code-wrong': {
      title: 'Dieser Code stimmt nicht',
      text: 'Prüfen Sie die neueste Nachricht. Stimmt der Code überein, ist er abgelaufen: Fordern Sie einen neuen an.',
    },
    'confirm-first': {
      title: 'Bitte zuerst bestätigen',
      text: 'Es wurde nichts geändert. Ihre neue Adresse oder Nummer muss zuerst bestätigt werden. Wenden Sie sich an den Support.',
    },
    'credential-exists': { title: 'Das ist schon eingerichtet', text: 'So können Sie sich bereits anmelden.' },
    'credential-in-use': {
      title: 'Damit sind Sie gerade angemeldet',
      text: 'Melden Sie sich zum Entfernen zuerst anders an.',
    },
    'credential-missing': {
      title: 'So können Sie sich nicht mehr anmelden',
      text: 'Das gehört nicht mehr zu Ihrem Wallet. Melden Sie sich anders an.',
    },
    'document-needed': {
      title: 'Es fehlt ein Dokument',
      text: 'Es wurde nichts bezahlt. Diese Zahlung braucht ein Dokument. Wenden Sie sich an den Support.',
    },
    'factor-unsupported': {
      title: 'Anders bestätigen',
      text: 'Es wurde kein Geld bewegt. Diese Zahlung braucht mehr als einen Code: Wenden Sie sich an den Support.',
    },
    'identity-choice': {
      title: 'Welches Konto?',
      text: 'Ihr Wallet hat mehrere Konten von Anbietern. Wählen Sie eines aus.',
    },
    'input-invalid': {
      title: 'Bitte prüfen Sie Ihre Angaben',
      text: 'Berichtigen Sie sie, und versuchen Sie es noch einmal.',
    },
    'insufficient-funds': {
      title: 'Das Guthaben reicht nicht aus',
      text: 'Geben Sie einen kleineren Betrag ein, oder zahlen Sie zuerst ein.',
    },
    'key-not-deleted': {
      title: 'Sie sind vielleicht noch angemeldet',
      text: 'Melden Sie sich noch einmal ab. Erscheint diese Meldung wieder, löschen Sie die Daten dieser Website.',
    },
    'limit-reached': {
      title: 'Das übersteigt Ihr Limit',
      text: 'Geben Sie einen kleineren Betrag ein, oder versuchen Sie es morgen noch einmal.',
    },
    'logged-out': {
      title: 'Sie sind auf dieser Website abgemeldet',
      text: 'Melden Sie sich auf der Website wieder an, dann geht es mit Ihrem Wallet weiter.',
    },
    'not-allowed': { title: 'Das ist nicht möglich', text: 'Für Ihr Wallet ist es nicht erlaubt.' },
    'not-approved': {
      title: 'Nicht bestätigt',
      text: 'Es wurde nichts signiert. Beginnen Sie noch einmal, um fortzufahren.',
    },
    offline: {
      title: 'Keine Verbindung',
      text: 'Es wurde nichts signiert. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    },
    'outcome-unknown': {
      title: 'Wir sind nicht sicher, ob das geklappt hat',
      text: 'Prüfen Sie den Status. Das Prüfen sendet nichts.',
    },
    'page-outdated': {
      title: 'Bitte laden Sie diese Seite neu',
      text: 'Es wurde nichts signiert. Prüfen Sie die Verbindung, und laden Sie neu.',
    },
    'passkey-busy': {
      title: 'Eine andere Abfrage ist offen',
      text: 'Beantworten oder schließen Sie sie, und versuchen Sie es dann noch einmal.',
    },
    'passkey-choice': { title: 'Welcher Passkey?', text: 'Ihr Wallet hat mehrere Passkeys. Wählen Sie einen aus.' },
    'passkey-exists': {
      title: 'Diesen Passkey gibt es schon',
      text: 'Dieses Gerät hat einen Passkey für Ihr Wallet. Melden Sie sich damit an.',
    },
    'passkey-not-here': {
      title: 'Der Passkey ist nicht auf diesem Gerät',
      text: 'Verwenden Sie das Gerät oder den Sicherheitsschlüssel mit dem Passkey, oder melden Sie sich anders an.',
    },
    'passkey-timed-out': {
      title: 'Ihr Gerät hat zu lange gewartet',
      text: 'Es wurde nichts geändert. Versuchen Sie es noch einmal.',
    },
    'passkeys-missing': {
      title: 'Hier gibt es keine Passkeys',
      text: 'Passkeys funktionieren in diesem Browser nicht. Melden Sie sich anders an.',
    },
    'payload-refused': {
      title: 'Zu Ihrem Schutz angehalten',
      text: 'Die Anfrage passte nicht zu dem, was Sie bestätigt haben. Es wurde nichts signiert. Versuchen Sie es nicht noch einmal, und wenden Sie sich an den Support.',
    },
    'payment-failed': {
      title: 'Zahlung fehlgeschlagen',
      text: 'Ihre Zahlung ist nicht angekommen. Den Grund finden Sie bei ihren Einzelheiten.',
    },
    'quote-expired': {
      title: 'Dieser Kurs ist abgelaufen',
      text: 'Es wurde nichts bezahlt. Ein Kurs gilt nur kurz: Fordern Sie einen neuen an.',
    },
    'screen-lock-missing': {
      title: 'Dieses Gerät hat keine Bildschirmsperre',
      text: 'Richten Sie Fingerabdruck, Gesichtserkennung oder PIN ein, oder melden Sie sich anders an.',
    },
    'service-failed': { title: 'Bei uns ist etwas schiefgegangen', text: 'Versuchen Sie es gleich noch einmal.' },
    'session-ended': { title: 'Sie wurden abgemeldet', text: 'Melden Sie sich wieder an, um fortzufahren.' },
    'set-up': {
      title: 'Diese Seite ist nicht richtig eingerichtet',
      text: 'Ein weiterer Versuch hilft nicht. Wenden Sie sich an den Support.',
    },
    'sign-in-again': {
      title: 'Bitte melden Sie sich zuerst neu an',
      text: 'Es wurde nichts gesendet. Melden Sie sich an, und versuchen Sie es dann noch einmal.',
    },
    'sign-in-interrupted': { title: 'Die Anmeldung wurde unterbrochen', text: 'Beginnen Sie sie noch einmal.' },
    'signed-out': { title: 'Sie sind abgemeldet', text: 'Melden Sie sich an, um fortzufahren.' },
    slow: { title: 'Das dauert zu lange', text: 'Es kam keine Antwort. Versuchen Sie es noch einmal.' },
    'start-over': { title: 'So geht es nicht weiter', text: 'Bitte beginnen Sie noch einmal.' },
    'storage-blocked': {
      title: 'Dieser Browser speichert nichts für diese Seite',
      text: 'Sie bleiben angemeldet, bis Sie die Seite verlassen. Erlauben Sie dieser Website, Daten zu speichern, um länger angemeldet zu bleiben.',
    },
    'too-late': {
      title: 'Das hat zu lange gedauert',
      text: 'Die Anfrage ist abgelaufen, bevor sie signiert wurde. Beginnen Sie noch einmal.',
    },
    'too-many': { title: 'Zu viele Versuche', text: 'Warten Sie einen Moment.' },
    unknown: {
      title: 'Das hat nicht geklappt',
      text: 'Versuchen Sie es noch einmal. Geschieht es wieder, wenden Sie sich an den Support.',
    },
    unsupported: {
      title: 'Dieser Browser kann das nicht',
      text: 'Aktualisieren Sie ihn, oder verwenden Sie einen anderen.',
    },
    'wallet-not-ready': {
      title: 'Ihr Wallet ist noch nicht bereit',
      text: 'Es wird eingerichtet. Versuchen Sie es gleich noch einmal.',
    },
  },
  actions: {
    retry: 'Noch einmal versuchen',
    'sign-in': 'Anmelden',
    'log-in': 'Auf der Website anmelden',
    'start-over': 'Noch einmal beginnen',
    'new-code': 'Neuen Code senden',
    'new-quote': 'Neuen Kurs anfordern',
    correct: 'Berichtigen',
    'other-way': 'Anders anmelden',
    look: 'Status prüfen',
    reload: 'Seite neu laden',
    support: 'Support kontaktieren',
  },
  wait: 'Sie können es {time} noch einmal versuchen.',
  screens: {
    signIn: signInDe,
    codeEntry: codeEntryDe,
    authorization: authorizationDe,
    review: reviewDe,
    framed: framedDe,
    payee: payeeDe,
    payment: paymentDe,
    press: pressDe,
    session: sessionDe,
    credentials: credentialsDe,
    sessions: sessionsDe,
    card: cardDe,
    balance: balanceDe,
    activity: activityDe,
  },
};
