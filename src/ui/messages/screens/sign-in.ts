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

/** French. */
export const signInFr: SignInTexts = {
  title: 'Se connecter',
  reading: 'Chargement des moyens de connexion…',
  or: 'ou',
  passkey: 'Se connecter avec une clé d’accès',
  named: 'Se connecter avec {name}',
  otherPasskey: 'Utiliser la clé d’accès {name}',
  email: 'Recevoir un code par e-mail',
  sms: 'Recevoir un code par SMS',
  provider: 'Continuer avec {name}',
  preparing: 'Un instant…',
  confirming: 'Confirmez sur votre appareil…',
  waiting: 'En attente de {name}…',
  none: 'Vous ne pouvez pas vous connecter avec ce navigateur. Essayez un autre appareil ou contactez l’assistance.',
};

/** Portuguese. */
export const signInPt: SignInTexts = {
  title: 'Entrar',
  reading: 'Carregando as formas de entrar…',
  or: 'ou',
  passkey: 'Entrar com chave de acesso',
  named: 'Entrar com {name}',
  otherPasskey: 'Usar a chave de acesso {name}',
  email: 'Receber código por e-mail',
  sms: 'Receber código por SMS',
  provider: 'Continuar com {name}',
  preparing: 'Um momento…',
  confirming: 'Confirme no seu dispositivo…',
  waiting: 'Aguardando {name}…',
  none: 'Não é possível entrar com este navegador. Tente em outro dispositivo ou fale com o suporte.',
};
