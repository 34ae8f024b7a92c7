/** German. */
import type { Locale } from './locale.ts';
import { cardDe } from './screens/card.ts';
import { codeEntryDe } from './screens/code-entry.ts';
import { credentialsDe } from './screens/credentials.ts';
import { paymentDe } from './screens/payment.ts';
import { reviewDe } from './screens/review.ts';
import { sessionDe } from './screens/session.ts';
import { sessionsDe } from './screens/sessions.ts';
import { signInDe } from './screens/sign-in.ts';

/** German texts, in the formal address. */
export const de: Locale = {
  language: 'de',
  messages: {
    'address-taken': {
      title: 'Diese Adresse ist vergeben',
      text: 'Ein anderes Wallet verwendet diese E-Mail-Adresse. Geben Sie eine andere ein.',
    },
    'authenticator-failed': {
      title: 'Ihr Gerät hat den Vorgang nicht abgeschlossen',
      text: 'Es wurde nichts geändert. Versuchen Sie es noch einmal, oder melden Sie sich auf anderem Weg an.',
    },
    'back-end-untrusted': {
      title: 'Dieser Antwort ist nicht zu trauen',
      text: 'Sie stammt nicht von dem Dienst, der Ihr Wallet verwahrt. Ihr Code wurde nicht gesendet. Versuchen Sie es in diesem Netz nicht noch einmal, und wenden Sie sich an den Support.',
    },
    busy: {
      title: 'Eins nach dem anderen',
      text: 'Derselbe Vorgang läuft schon. Warten Sie das Ergebnis ab, und versuchen Sie es dann noch einmal.',
    },
    cancelled: {
      title: 'Abgebrochen',
      text: 'Es wurde nichts geändert. Sie können es jederzeit noch einmal versuchen.',
    },
    'card-changed': {
      title: 'Die Karte hat sich inzwischen geändert',
      text: 'Sehen Sie nach ihrem Zustand, bevor Sie weitermachen.',
    },
    'card-closed': {
      title: 'Diese Karte ist geschlossen',
      text: 'Eine geschlossene Karte lässt sich nicht wieder öffnen.',
    },
    'card-not-ready': {
      title: 'Die Karte ist noch nicht bereit',
      text: 'Sie wird noch ausgestellt. Versuchen Sie es gleich noch einmal.',
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
      text: 'Vergleichen Sie ihn mit der neuesten Nachricht. Stimmt er überein, ist er abgelaufen: Fordern Sie einen neuen an.',
    },
    'credential-exists': {
      title: 'Das ist schon eingerichtet',
      text: 'Dieser Anmeldeweg gehört bereits zu Ihrem Wallet.',
    },
    'credential-in-use': {
      title: 'Damit sind Sie gerade angemeldet',
      text: 'Um ihn zu entfernen, melden Sie sich zuerst auf anderem Weg an.',
    },
    'credential-missing': {
      title: 'Diesen Anmeldeweg gibt es nicht mehr',
      text: 'Er gehört nicht mehr zu Ihrem Wallet. Melden Sie sich auf anderem Weg an.',
    },
    'factor-unsupported': {
      title: 'Anders bestätigen',
      text: 'Es wurde kein Geld bewegt. Diese Zahlung braucht mehr als einen Code: Wenden Sie sich an den Support.',
    },
    'identity-choice': {
      title: 'Welches Konto?',
      text: 'Ihr Wallet hat mehrere Konten von Anbietern. Wählen Sie eines aus.',
    },
    'input-invalid': { title: 'Bitte prüfen Sie Ihre Angaben', text: 'Etwas davon muss berichtigt werden.' },
    'insufficient-funds': {
      title: 'Das Guthaben reicht nicht aus',
      text: 'Geben Sie einen kleineren Betrag ein, oder zahlen Sie zuerst ein.',
    },
    'key-not-deleted': {
      title: 'Dieser Browser enthält vielleicht noch einen Schlüssel',
      text: 'Melden Sie sich noch einmal ab. Erscheint diese Meldung wieder, löschen Sie die Daten dieser Website.',
    },
    'limit-reached': {
      title: 'Das übersteigt Ihr Limit',
      text: 'Geben Sie einen kleineren Betrag ein, oder versuchen Sie es morgen noch einmal.',
    },
    'logged-out': {
      title: 'Sie sind auf dieser Website abgemeldet',
      text: 'Melden Sie sich zuerst auf der Website wieder an, dann geht es mit Ihrem Wallet weiter.',
    },
    'not-allowed': { title: 'Das ist nicht möglich', text: 'Der Dienst lässt es für Ihr Wallet nicht zu.' },
    'not-approved': {
      title: 'Nicht freigegeben',
      text: 'Es wurde nichts unterschrieben. Beginnen Sie noch einmal, wenn Sie fortfahren möchten.',
    },
    offline: {
      title: 'Keine Verbindung',
      text: 'Es wurde nichts unterschrieben. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
    },
    'outcome-unknown': {
      title: 'Ob das ausgeführt wurde, ist noch nicht bekannt',
      text: 'Der Auftrag wurde unterschrieben und gesendet, die Antwort ist nicht angekommen. Lösen Sie denselben Auftrag noch einmal aus: Dabei wird zuerst nachgesehen, und nichts geschieht doppelt.',
    },
    'page-outdated': {
      title: 'Diese Seite muss neu geladen werden',
      text: 'Ein Teil von ihr fehlt oder ist veraltet. Prüfen Sie die Verbindung und laden Sie neu. Es wurde nichts unterschrieben.',
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
      text: 'Verwenden Sie das Gerät oder den Sicherheitsschlüssel, auf dem er liegt, oder melden Sie sich auf anderem Weg an.',
    },
    'passkey-timed-out': {
      title: 'Ihr Gerät hat zu lange gewartet',
      text: 'Es wurde nichts geändert. Versuchen Sie es noch einmal.',
    },
    'passkeys-missing': {
      title: 'Hier gibt es keine Passkeys',
      text: 'Dieser Browser unterstützt keine Passkeys. Melden Sie sich auf anderem Weg an.',
    },
    'payload-refused': {
      title: 'Ihr Browser hat die Unterschrift verweigert',
      text: 'Was er unterschreiben sollte, ist nicht, was Sie beauftragt haben. Es wurde nichts unterschrieben. Versuchen Sie es nicht noch einmal, und wenden Sie sich an den Support.',
    },
    'payment-failed': {
      title: 'Die Zahlung ist fehlgeschlagen',
      text: 'Sie wurde gesendet und ist nicht gelungen. Der Grund steht bei ihrem Eintrag.',
    },
    'quote-expired': {
      title: 'Dieses Angebot ist abgelaufen',
      text: 'Ein Kurs gilt nur kurze Zeit. Es wurde nichts bezahlt. Fordern Sie ein neues Angebot an.',
    },
    'screen-lock-missing': {
      title: 'Dieses Gerät hat keine Bildschirmsperre',
      text: 'Richten Sie darauf Fingerabdruck, Gesichtserkennung oder PIN ein, oder melden Sie sich auf anderem Weg an.',
    },
    'service-failed': { title: 'Der Dienst ist gestört', text: 'Versuchen Sie es gleich noch einmal.' },
    'session-ended': {
      title: 'Sie wurden abgemeldet',
      text: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um fortzufahren.',
    },
    'set-up': {
      title: 'Diese Seite ist nicht richtig eingerichtet',
      text: 'Ein weiterer Versuch hilft nicht. Wenden Sie sich an den Support.',
    },
    'sign-in-again': {
      title: 'Bitte melden Sie sich zuerst neu an',
      text: 'Es wurde nichts gesendet. Melden Sie sich an und wiederholen Sie den Schritt.',
    },
    'sign-in-interrupted': { title: 'Die Anmeldung wurde unterbrochen', text: 'Beginnen Sie sie noch einmal.' },
    'signed-out': { title: 'Sie sind abgemeldet', text: 'Melden Sie sich an, um fortzufahren.' },
    slow: { title: 'Das dauert zu lange', text: 'Der Dienst hat nicht geantwortet. Versuchen Sie es noch einmal.' },
    'start-over': { title: 'Bitte beginnen Sie noch einmal', text: 'So, wie es begonnen wurde, geht es nicht mehr.' },
    'storage-blocked': {
      title: 'Dieser Browser speichert nichts für diese Seite',
      text: 'Sie bleiben angemeldet, bis Sie die Seite verlassen. Erlauben Sie dieser Website, Daten zu speichern, um länger angemeldet zu bleiben.',
    },
    'too-late': {
      title: 'Das hat zu lange gedauert',
      text: 'Der Auftrag ist abgelaufen, bevor er unterschrieben wurde. Beginnen Sie noch einmal.',
    },
    'too-many': { title: 'Zu viele Versuche', text: 'Warten Sie etwas, und versuchen Sie es dann noch einmal.' },
    unknown: {
      title: 'Das hat nicht geklappt',
      text: 'Versuchen Sie es noch einmal. Geschieht es wieder, wenden Sie sich an den Support.',
    },
    unsupported: {
      title: 'Dieser Browser kann das nicht',
      text: 'Aktualisieren Sie ihn, oder verwenden Sie einen anderen.',
    },
  },
  actions: {
    retry: 'Noch einmal versuchen',
    'sign-in': 'Anmelden',
    'log-in': 'Auf der Website anmelden',
    'start-over': 'Noch einmal beginnen',
    'new-code': 'Neuen Code senden',
    'new-quote': 'Neues Angebot',
    correct: 'Berichtigen',
    'other-way': 'Anderer Weg',
    look: 'Nachsehen',
    reload: 'Seite neu laden',
    support: 'Support kontaktieren',
  },
  wait: 'Versuchen Sie es {time} wieder.',
  screens: {
    signIn: signInDe,
    codeEntry: codeEntryDe,
    review: reviewDe,
    payment: paymentDe,
    session: sessionDe,
    credentials: credentialsDe,
    sessions: sessionsDe,
    card: cardDe,
  },
};
