/** Readers of answers for tests. */
import type { ClientAnswer as Answer } from '../../../test/contract/client.ts';

export type { ClientAnswer as Answer } from '../../../test/contract/client.ts';

/** The payload of a quote's wallet instruction. */
export function payloadOf({ body }: Answer): string {
  const instructions = body.paymentInstructions as {
    accountOrWalletInfo: { accountType: string; payloadToSign: string };
  }[];
  const found = instructions.find(({ accountOrWalletInfo }) => accountOrWalletInfo.accountType === 'EMBEDDED_WALLET');
  return String(found?.accountOrWalletInfo.payloadToSign);
}

/** Status and code of an answer. */
export const verdict = ({ status, body }: Answer): unknown => [status, body.code];

/** The text of a refusal: `message`, or `reason` in the later forms of profile `grid`. */
export const textOf = ({ body }: Answer): string => String(body.message ?? body.reason);

/** Status, code and reason or first field of a refusal. */
export const outcome = ({ status, body }: Answer): unknown => [
  status,
  body.code,
  body.details?.reason ?? body.details?.errors[0].field,
];

/** The fields that a refusal names. */
export const fieldsOf = ({ body }: Answer): string[] =>
  body.details.errors.map(({ field }: { field: string }) => field);

/** The ids of a list's items. */
export const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

/** The types of a list's items. */
export const typesOf = ({ body }: Answer): string[] => body.data.map(({ type }: { type: string }) => type);
