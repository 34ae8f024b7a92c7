/** Texts of `<countersign-sign-in>`. `{name}` is that of a passkey or a provider. */

/** English. */
export const signInEn = {
  title: 'Sign in',
  reading: 'Loading sign-in options…',
  or: 'or',
  passkey: 'Sign in with a passkey',
  named: 'Sign in with {name}',
  otherPasskey: 'Use the passkey {name}',
  email: 'E-mail me a code',
  sms: 'Text me a code',
  provider: 'Continue with {name}',
  preparing: 'Getting ready…',
  confirming: 'Confirm on your device…',
  waiting: 'Waiting for {name}…',
  none: 'You can’t sign in with this browser. Try another device, or contact support.',
};

/** The texts of this screen, in any language. */
export type SignInTexts = { readonly [Key in keyof typeof signInEn]: string };

/** German. */
export const signInDe: SignInTexts = {
  title: 'Anmelden',
  reading: 'Anmeldemöglichkeiten werden geladen…',
  or: 'oder',
  passkey: 'Mit einem Passkey anmelden',
  named: 'Mit {name} anmelden',
  otherPasskey: 'Den Passkey {name} verwenden',
  email: 'Code per E-Mail senden',
  sms: 'Code per SMS senden',
  provider: 'Weiter mit {name}',
  preparing: 'Einen Moment…',
  confirming: 'Bestätigen Sie auf Ihrem Gerät…',
  waiting: 'Warten auf {name}…',
  none: 'Mit diesem Browser können Sie sich nicht anmelden. Versuchen Sie es auf einem anderen Gerät, oder wenden Sie sich an den Support.',
};

/** Spanish. */
export const signInEs: SignInTexts = {
  title: 'Iniciar sesión',
  reading: 'Cargando las formas de iniciar sesión…',
  or: 'o',
  passkey: 'Entrar con una llave de acceso',
  named: 'Entrar con {name}',
  otherPasskey: 'Usar la llave de acceso {name}',
  email: 'Enviarme un código por correo',
  sms: 'Enviarme un código por SMS',
  provider: 'Continuar con {name}',
  preparing: 'Un momento…',
  confirming: 'Confirme en su dispositivo…',
  waiting: 'Esperando a {name}…',
  none: 'No puede iniciar sesión con este navegador. Pruebe en otro dispositivo o póngase en contacto con soporte.',
};
