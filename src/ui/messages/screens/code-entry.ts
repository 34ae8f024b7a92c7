/** Texts of `<countersign-code-entry>`. `{to}` is an address or a number, `{time}` minutes and seconds, `{length}` a count of digits. */

/** English. */
export const codeEntryEn = {
  titleEmail: 'Check your e-mail',
  titlePhone: 'Check your messages',
  goesEmail: 'We’re e-mailing you a code.',
  goesPhone: 'We’re texting you a code.',
  sent: 'Enter the {length}-digit code we sent to {to}.',
  continued: 'The code from before still works.',
  label: 'Code',
  hint: 'Your code is encrypted before it leaves this device.',
  short: 'Enter all {length} digits from the message.',
  submit: 'Continue',
  resend: 'Send a new code',
  resendIn: 'New code in {time}',
  again: 'Try again',
  againIn: 'Try again in {time}',
  back: 'Sign in another way',
  sending: 'Sending a code…',
  checking: 'Checking your code…',
  resent: 'A new code is on its way. The old one no longer works.',
};

/** The texts of this screen, in any language. */
export type CodeEntryTexts = { readonly [Key in keyof typeof codeEntryEn]: string };

/** German. */
export const codeEntryDe: CodeEntryTexts = {
  titleEmail: 'Prüfen Sie Ihren Posteingang',
  titlePhone: 'Sehen Sie in Ihre Nachrichten',
  goesEmail: 'Wir senden Ihnen einen Code per E-Mail.',
  goesPhone: 'Wir senden Ihnen einen Code per SMS.',
  sent: 'Geben Sie den {length}-stelligen Code ein, den wir an {to} gesendet haben.',
  continued: 'Der Code von vorhin gilt noch.',
  label: 'Code',
  hint: 'Ihr Code wird verschlüsselt, bevor er dieses Gerät verlässt.',
  short: 'Geben Sie alle {length} Ziffern aus der Nachricht ein.',
  submit: 'Weiter',
  resend: 'Neuen Code senden',
  resendIn: 'Neuer Code in {time}',
  again: 'Noch einmal versuchen',
  againIn: 'Noch einmal versuchen in {time}',
  back: 'Anders anmelden',
  sending: 'Der Code wird gesendet…',
  checking: 'Der Code wird geprüft…',
  resent: 'Ein neuer Code ist unterwegs. Der alte gilt nicht mehr.',
};

/** Spanish. */
export const codeEntryEs: CodeEntryTexts = {
  titleEmail: 'Revise su correo',
  titlePhone: 'Revise sus mensajes',
  goesEmail: 'Le estamos enviando un código por correo.',
  goesPhone: 'Le estamos enviando un código por SMS.',
  sent: 'Introduzca el código de {length} cifras que hemos enviado a {to}.',
  continued: 'El código de antes todavía sirve.',
  label: 'Código',
  hint: 'Su código se cifra antes de salir de este dispositivo.',
  short: 'Introduzca las {length} cifras del mensaje.',
  submit: 'Continuar',
  resend: 'Enviar otro código',
  resendIn: 'Otro código en {time}',
  again: 'Volver a intentarlo',
  againIn: 'Volver a intentarlo en {time}',
  back: 'Iniciar sesión de otra forma',
  sending: 'Enviando un código…',
  checking: 'Comprobando el código…',
  resent: 'Hay otro código en camino. El anterior ya no sirve.',
};

/** French. */
export const codeEntryFr: CodeEntryTexts = {
  titleEmail: 'Consultez vos e-mails',
  titlePhone: 'Consultez vos messages',
  goesEmail: 'Nous vous envoyons un code par e-mail.',
  goesPhone: 'Nous vous envoyons un code par SMS.',
  sent: 'Saisissez le code à {length} chiffres envoyé à {to}.',
  continued: 'Le code précédent est toujours valable.',
  label: 'Code',
  hint: 'Votre code est chiffré avant de quitter cet appareil.',
  short: 'Saisissez les {length} chiffres du message.',
  submit: 'Continuer',
  resend: 'Envoyer un nouveau code',
  resendIn: 'Nouveau code dans {time}',
  again: 'Réessayer',
  againIn: 'Réessayer dans {time}',
  back: 'Se connecter autrement',
  sending: 'Envoi d’un code…',
  checking: 'Vérification du code…',
  resent: 'Un nouveau code est en route. L’ancien n’est plus valable.',
};

/** Portuguese. */
export const codeEntryPt: CodeEntryTexts = {
  titleEmail: 'Confira seu e-mail',
  titlePhone: 'Confira suas mensagens',
  goesEmail: 'Estamos enviando um código por e-mail.',
  goesPhone: 'Estamos enviando um código por SMS.',
  sent: 'Digite o código de {length} dígitos que enviamos para {to}.',
  continued: 'O código anterior ainda vale.',
  label: 'Código',
  hint: 'Seu código é criptografado antes de sair deste dispositivo.',
  short: 'Digite os {length} dígitos da mensagem.',
  submit: 'Continuar',
  resend: 'Enviar novo código',
  resendIn: 'Novo código em {time}',
  again: 'Tentar de novo',
  againIn: 'Tentar de novo em {time}',
  back: 'Entrar de outra forma',
  sending: 'Enviando um código…',
  checking: 'Verificando o código…',
  resent: 'Um novo código está a caminho. O anterior não vale mais.',
};
