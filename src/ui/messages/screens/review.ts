/** Texts of `<countersign-review>`. */
import type { TextsOf } from './texts.ts';

/** English. */
export const reviewEn = {
  title: 'Review and sign',
  arrives: 'Arrives',
  to: 'To',
  leaves: 'Leaves your wallet',
  fees: 'Fees, included',
  rate: 'Rate',
  rounded: 'Rounded off',
  held: 'This quote is held for {time}.',
  over: 'This quote has run out. Nothing was sent.',
  sign: 'Sign and send',
  signing: 'Signing in this browser and sending…',
  look: 'Look what became of it',
  looking: 'We’re checking whether your payment went through…',
  undone: 'Your payment has not gone through. You can sign it again: it is never paid twice.',
  again: 'Sign again',
  newQuote: 'Get a new quote',
  amountNow: 'The amount is now {amount}.',
  payeeNow: 'It now goes to {payee}.',
  changed: 'This payment has changed. Please read it again.',
  refused: 'Refused',
  refusedText: 'This payment was not carried out.',
  unknown: 'Sent, but not answered yet. Signing again is not needed: look what became of it.',
  paid: 'Signed and accepted.',
  checked:
    'Your browser signs with a key that it can use, but not read. Amount and recipient can’t be read in what it signs: you trust the service for these.',
};

/** German. */
export const reviewDe: TextsOf<typeof reviewEn> = {
  title: 'Prüfen und unterschreiben',
  arrives: 'Kommt an',
  to: 'An',
  leaves: 'Geht von Ihrem Wallet ab',
  fees: 'Gebühren, enthalten',
  rate: 'Kurs',
  rounded: 'Abgerundet',
  held: 'Dieses Angebot gilt noch {time}.',
  over: 'Dieses Angebot ist abgelaufen. Nichts wurde gesendet.',
  sign: 'Unterschreiben und senden',
  signing: 'Wird in diesem Browser unterschrieben und gesendet…',
  look: 'Nachsehen, was daraus wurde',
  looking: 'Wir sehen nach, ob Ihre Zahlung angekommen ist…',
  undone: 'Ihre Zahlung wurde nicht ausgeführt. Sie können noch einmal unterschreiben: Bezahlt wird nie doppelt.',
  again: 'Noch einmal unterschreiben',
  newQuote: 'Neues Angebot holen',
  amountNow: 'Der Betrag ist jetzt {amount}.',
  payeeNow: 'Empfänger ist jetzt {payee}.',
  changed: 'Diese Zahlung hat sich geändert. Bitte lesen Sie sie noch einmal.',
  refused: 'Abgelehnt',
  refusedText: 'Diese Zahlung wurde nicht ausgeführt.',
  unknown:
    'Gesendet, aber noch nicht beantwortet. Sie müssen nicht noch einmal unterschreiben: Sehen Sie nach, was daraus wurde.',
  paid: 'Unterschrieben und angenommen.',
  checked:
    'Ihr Browser unterschreibt mit einem Schlüssel, den er benutzen, aber nicht lesen kann. Betrag und Empfänger lassen sich in dem, was er unterschreibt, nicht lesen: Dafür vertrauen Sie dem Dienst.',
};

/** Spanish. */
export const reviewEs: TextsOf<typeof reviewEn> = {
  title: 'Revise y firme',
  arrives: 'Llega',
  to: 'Para',
  leaves: 'Sale de su monedero',
  fees: 'Comisiones, incluidas',
  rate: 'Cambio',
  rounded: 'Redondeo',
  held: 'Esta cotización se mantiene {time}.',
  over: 'Esta cotización ha caducado. No se envió nada.',
  sign: 'Firmar y enviar',
  signing: 'Firmando en este navegador y enviando…',
  look: 'Ver qué ha pasado',
  looking: 'Estamos comprobando si su pago se realizó…',
  undone: 'Su pago no se ha realizado. Puede firmarlo otra vez: nunca se paga dos veces.',
  again: 'Firmar otra vez',
  newQuote: 'Pedir otra cotización',
  amountNow: 'El importe es ahora {amount}.',
  payeeNow: 'Ahora va a {payee}.',
  changed: 'Este pago ha cambiado. Léalo otra vez.',
  refused: 'Rechazado',
  refusedText: 'Este pago no se realizó.',
  unknown: 'Enviado, pero aún sin respuesta. No hace falta firmar otra vez: vea qué ha pasado.',
  paid: 'Firmado y aceptado.',
  checked:
    'Su navegador firma con una clave que puede usar, pero no leer. El importe y el destinatario no se pueden leer en lo que firma: para eso confía en el servicio.',
};
