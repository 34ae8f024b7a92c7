/** Texts of `<countersign-sessions>`. `{name}` is what a sign-in began with, `{since}` and `{until}` are times. */

/** English. */
export const sessionsEn = {
  title: 'Devices',
  reading: 'Loading active sign-ins…',
  signedOut: 'Sign in to see them.',
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

/** The texts of this screen, in any language. */
export type SessionsTexts = { readonly [Key in keyof typeof sessionsEn]: string };

/** German. */
export const sessionsDe: SessionsTexts = {
  title: 'Geräte',
  reading: 'Aktive Anmeldungen werden geladen…',
  signedOut: 'Melden Sie sich an, um sie zu sehen.',
  current: 'Dieser Browser',
  PASSKEY: 'Passkey „{name}“',
  EMAIL_OTP: 'Code per E-Mail',
  SMS_OTP: 'Code per SMS',
  OAUTH: 'Anbieter',
  browser: '{browser} auf {system}',
  times: 'seit {since} · bis {until}',
  untilTime: 'bis {until}',
  end: 'Abmelden',
  endName: 'Abmelden: {name}, seit {since}',
  endThisName: 'Diesen Browser abmelden',
  question: '{name}, angemeldet seit {since}, abmelden? Dort ist dann eine neue Anmeldung nötig.',
  yes: 'Ja, abmelden',
  no: 'Angemeldet lassen',
  ending: 'Wird abgemeldet…',
  ended: 'Dort abgemeldet.',
};

/** Spanish. */
export const sessionsEs: SessionsTexts = {
  title: 'Dispositivos',
  reading: 'Cargando las sesiones activas…',
  signedOut: 'Inicie sesión para verlas.',
  current: 'Este navegador',
  PASSKEY: 'Llave de acceso «{name}»',
  EMAIL_OTP: 'Código por correo',
  SMS_OTP: 'Código por SMS',
  OAUTH: 'Proveedor',
  browser: '{browser} en {system}',
  times: 'desde {since} · hasta {until}',
  untilTime: 'hasta {until}',
  end: 'Cerrar sesión',
  endName: 'Cerrar la sesión de {name}, desde {since}',
  endThisName: 'Cerrar sesión en este navegador',
  question: '¿Cerrar la sesión de {name}, desde {since}? Allí habrá que iniciar sesión de nuevo.',
  yes: 'Sí, cerrarla',
  no: 'Dejarla abierta',
  ending: 'Cerrando la sesión…',
  ended: 'Se ha cerrado esa sesión.',
};

/** French. */
export const sessionsFr: SessionsTexts = {
  title: 'Appareils',
  reading: 'Chargement des connexions actives…',
  signedOut: 'Connectez-vous pour les voir.',
  current: 'Ce navigateur',
  PASSKEY: 'Clé d’accès « {name} »',
  EMAIL_OTP: 'Code par e-mail',
  SMS_OTP: 'Code par SMS',
  OAUTH: 'Fournisseur',
  browser: '{browser} sur {system}',
  times: 'début : {since} · fin : {until}',
  untilTime: 'fin : {until}',
  end: 'Déconnecter',
  endName: 'Déconnecter {name} (début : {since})',
  endThisName: 'Déconnecter ce navigateur',
  question: 'Déconnecter {name} (début : {since}) ? Il faudra s’y reconnecter pour utiliser le portefeuille.',
  yes: 'Oui, déconnecter',
  no: 'Laisser ouverte',
  ending: 'Déconnexion…',
  ended: 'Cette connexion est fermée.',
};

/** Portuguese. */
export const sessionsPt: SessionsTexts = {
  title: 'Dispositivos',
  reading: 'Carregando acessos ativos…',
  signedOut: 'Entre para vê-los.',
  current: 'Este navegador',
  PASSKEY: 'Chave de acesso “{name}”',
  EMAIL_OTP: 'Código por e-mail',
  SMS_OTP: 'Código por SMS',
  OAUTH: 'Provedor',
  browser: '{browser} no {system}',
  times: 'desde {since} · até {until}',
  untilTime: 'até {until}',
  end: 'Encerrar',
  endName: 'Encerrar {name}, desde {since}',
  endThisName: 'Sair neste navegador',
  question: 'Encerrar {name}, desde {since}? Para usar a carteira lá, será preciso entrar de novo.',
  yes: 'Sim, sair',
  no: 'Não sair',
  ending: 'Saindo…',
  ended: 'Acesso encerrado.',
};
