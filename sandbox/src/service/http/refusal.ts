/** A refused request: thrown by handlers, answered as the service's flat error body. */
import type { FieldError } from 'countersign';
import type { ContractForm } from '../contracts/contract-form.ts';

/** Optional parts of a refusal beside its status, code and message. */
export interface RefusalOptions {
  readonly errors?: readonly FieldError[];
  /** The cause, among several; sent as `details.reason`. */
  readonly reason?: string;
  /** The cause as the request log has it, where the answer doesn't say it. */
  readonly note?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is an error; it never leaves the sandbox as an exception. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly options: RefusalOptions;

  constructor(status: number, code: string, message: string, options: RefusalOptions = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.options = options;
  }

  /** The body to answer with, under a code of the form that it has. */
  body(code: string, form: ContractForm['errorBody']): object {
    const { errors, reason } = this.options;
    const details = { ...(errors === undefined ? {} : { errors }), ...(reason === undefined ? {} : { reason }) };
    const known = errorBody({ status: this.status, code, message: this.message }, form);
    return Object.keys(details).length === 0 ? known : { ...known, details };
  }
}

/** The fields of an error in a form. */
export function errorBody(
  { status, code, message }: { readonly status: number; readonly code: string; readonly message: string },
  form: ContractForm['errorBody'],
): object {
  if (form === 'reason') return { code, reason: message };
  return { status, code, message, ...(form === 'message' ? {} : { reason: message }) };
}

/** 400 `INVALID_INPUT` with every invalid field. */
export function invalidInput(errors: readonly FieldError[]): Refusal {
  const names = errors.map(({ field }) => field).join(', ');
  return new Refusal(400, 'INVALID_INPUT', `The request has invalid fields: ${names}.`, { errors });
}

/** 501 that names the operation of the public service which the sandbox leaves out. */
export function notImplemented(name: string): Refusal {
  const message = `The sandbox doesn't carry out ${name}: “The sandbox, call by call” lists what it does.`;
  return new Refusal(501, 'NOT_IMPLEMENTED', message, { reason: name });
}

/** 404 with the code that the service has for this kind of record, `NOT_FOUND` where it has none. */
export function unknownRecord(what: string, code = 'NOT_FOUND', why = ''): Refusal {
  return new Refusal(404, code, [`There is no such ${what}.`, why].join(' ').trimEnd());
}
