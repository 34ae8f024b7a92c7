/** The payment that the first screen draws, by the activities that its payloads name. test/demo/drawn-payment.test.ts plays it. */

/** Signed and accepted. */
export const drawnActivity = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2';

/** Stopped in the browser, whatever else the payload says, and in a session's first payment too. */
export const drawnLie = 'ACTIVITY_TYPE_EXPORT_WALLET';

/** An activity as the drawing writes it. */
export function nameOfActivity(type: string): string {
  return type
    .replace(/^ACTIVITY_TYPE_|_V\d+$/g, '')
    .toLowerCase()
    .replaceAll('_', ' ');
}
