/** Readers of answers for tests. */
import type { ClientAnswer as Answer } from '../../../test/contract/client.ts';
import { payloadOf as payloadOfQuote } from '../../../test/contract/flows/payments.ts';

export type { ClientAnswer as Answer } from '../../../test/contract/client.ts';

/** The payload of a quote's wallet instruction. */
export const payloadOf = ({ body }: Answer): string => payloadOfQuote(body);

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
