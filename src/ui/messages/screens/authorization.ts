/** Texts of the code with which a payment is released, on `<countersign-review>` and `<countersign-payment>`. */
import type { TextsOf } from './texts.ts';

/** English. */
export const authorizationEn = {
  lead: 'To send this payment, enter the code from the text message we sent you.',
  label: 'Code for this payment',
  submit: 'Confirm payment',
  checking: 'Checking your code…',
  wrong: 'That code isn’t right. Check the latest message.',
  next: 'One more code is needed. It’s on its way.',
  resend: 'Send a new code',
  resent: 'A new code is on its way.',
};

/** German. */
export const authorizationDe: TextsOf<typeof authorizationEn> = {
  lead: 'Um diese Zahlung zu senden, geben Sie den Code aus der SMS ein, die wir Ihnen geschickt haben.',
  label: 'Code für diese Zahlung',
  submit: 'Zahlung bestätigen',
  checking: 'Der Code wird geprüft…',
  wrong: 'Dieser Code stimmt nicht. Sehen Sie in die neueste Nachricht.',
  next: 'Es wird noch ein Code gebraucht. Er ist unterwegs.',
  resend: 'Neuen Code senden',
  resent: 'Ein neuer Code ist unterwegs.',
};

/** Spanish. */
export const authorizationEs: TextsOf<typeof authorizationEn> = {
  lead: 'Para enviar este pago, introduzca el código del SMS que le hemos enviado.',
  label: 'Código para este pago',
  submit: 'Confirmar el pago',
  checking: 'Comprobando el código…',
  wrong: 'Ese código no es correcto. Mire el último mensaje.',
  next: 'Hace falta otro código. Está en camino.',
  resend: 'Enviar otro código',
  resent: 'Hay otro código en camino.',
};

/** French. */
export const authorizationFr: TextsOf<typeof authorizationEn> = {
  lead: 'Pour envoyer ce paiement, saisissez le code que vous avez reçu par SMS.',
  label: 'Code de ce paiement',
  submit: 'Confirmer le paiement',
  checking: 'Vérification du code…',
  wrong: 'Ce code n’est pas le bon. Consultez le dernier message.',
  next: 'Il faut encore un code. Il est en route.',
  resend: 'Envoyer un nouveau code',
  resent: 'Un nouveau code est en route.',
};

/** Portuguese. */
export const authorizationPt: TextsOf<typeof authorizationEn> = {
  lead: 'Para enviar este pagamento, digite o código que enviamos por SMS.',
  label: 'Código deste pagamento',
  submit: 'Confirmar pagamento',
  checking: 'Verificando o código…',
  wrong: 'Este código não está certo. Confira a última mensagem.',
  next: 'Falta mais um código. Ele está a caminho.',
  resend: 'Enviar novo código',
  resent: 'Um novo código está a caminho.',
};
