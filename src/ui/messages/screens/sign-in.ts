/** Texts of `<countersign-sign-in>`. `{name}` is that of a passkey or a provider. */

/** English. */
export const signInEn = {
  title: 'Open your wallet',
  reading: 'Looking how you can sign in…',
  passkey: 'Sign in with {name}',
  otherPasskey: 'Use the passkey {name}',
  email: 'E-mail me a code',
  sms: 'Text me a code',
  provider: 'Continue with {name}',
  preparing: 'Asking for a challenge…',
  confirming: 'Confirm on your device…',
  waiting: 'Waiting for {name}…',
  none: 'This browser has no way into this wallet.',
};

/** The texts of this screen, in any language. */
export type SignInTexts = { readonly [Key in keyof typeof signInEn]: string };

/** German. */
export const signInDe: SignInTexts = {
  title: 'Wallet öffnen',
  reading: 'Wie Sie sich anmelden können, wird gelesen…',
  passkey: 'Mit {name} anmelden',
  otherPasskey: 'Den Passkey {name} verwenden',
  email: 'Code per E-Mail senden',
  sms: 'Code per SMS senden',
  provider: 'Weiter mit {name}',
  preparing: 'Die Anmeldung wird vorbereitet…',
  confirming: 'Bestätigen Sie auf Ihrem Gerät…',
  waiting: 'Warten auf {name}…',
  none: 'Dieser Browser hat keinen Weg in diese Wallet.',
};

/** Spanish. */
export const signInEs: SignInTexts = {
  title: 'Abra su monedero',
  reading: 'Buscando cómo puede entrar…',
  passkey: 'Entrar con {name}',
  otherPasskey: 'Usar la llave de acceso {name}',
  email: 'Enviarme un código por correo',
  sms: 'Enviarme un código por SMS',
  provider: 'Continuar con {name}',
  preparing: 'Preparando la entrada…',
  confirming: 'Confirme en su dispositivo…',
  waiting: 'Esperando a {name}…',
  none: 'Este navegador no tiene cómo entrar en este monedero.',
};
