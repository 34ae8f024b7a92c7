/** Texts of `<countersign-code-entry>`. `{to}` is an address or a number, `{time}` minutes and seconds, `{length}` a count of digits. */

/** English. */
export const codeEntryEn = {
  title: 'Enter your code',
  goes: 'A code goes to {to}.',
  sent: 'We sent a code to {to}.',
  lasts: 'It works for a few minutes.',
  continued: 'The code from before still works.',
  address: 'your e-mail address',
  phone: 'your phone',
  label: 'Code',
  hint: 'Encrypted in this browser before it goes anywhere.',
  short: 'Type the {length} digits from the message.',
  wrong: 'Type the code again.',
  submit: 'Sign in',
  resend: 'Send a new code',
  again: 'Try again',
  wait: 'in {time}',
  back: 'Sign in another way',
  sending: 'Sending a code…',
  checking: 'Checking your code…',
  resent: 'A new code is on its way. The one before it no longer works.',
};

/** The texts of this screen, in any language. */
export type CodeEntryTexts = { readonly [Key in keyof typeof codeEntryEn]: string };

/** German. */
export const codeEntryDe: CodeEntryTexts = {
  title: 'Code eingeben',
  goes: 'Ein Code geht an {to}.',
  sent: 'Wir haben einen Code an {to} geschickt.',
  lasts: 'Er gilt einige Minuten.',
  continued: 'Der Code von vorhin gilt noch.',
  address: 'Ihre E-Mail-Adresse',
  phone: 'Ihr Telefon',
  label: 'Code',
  hint: 'Wird in diesem Browser verschlüsselt, bevor er abgeht.',
  short: 'Geben Sie die {length} Ziffern aus der Nachricht ein.',
  wrong: 'Geben Sie den Code noch einmal ein.',
  submit: 'Anmelden',
  resend: 'Neuen Code senden',
  again: 'Noch einmal versuchen',
  wait: 'in {time}',
  back: 'Anders anmelden',
  sending: 'Der Code wird gesendet…',
  checking: 'Der Code wird geprüft…',
  resent: 'Ein neuer Code ist unterwegs. Der vorige gilt nicht mehr.',
};

/** Spanish. */
export const codeEntryEs: CodeEntryTexts = {
  title: 'Introduzca el código',
  goes: 'Se envía un código a {to}.',
  sent: 'Hemos enviado un código a {to}.',
  lasts: 'Sirve durante unos minutos.',
  continued: 'El código de antes todavía sirve.',
  address: 'su dirección de correo',
  phone: 'su teléfono',
  label: 'Código',
  hint: 'Se cifra en este navegador antes de salir de él.',
  short: 'Escriba las {length} cifras del mensaje.',
  wrong: 'Escriba el código otra vez.',
  submit: 'Entrar',
  resend: 'Enviar otro código',
  again: 'Volver a intentarlo',
  wait: 'en {time}',
  back: 'Entrar de otra manera',
  sending: 'Enviando un código…',
  checking: 'Comprobando el código…',
  resent: 'Hay otro código en camino. El anterior ya no sirve.',
};
