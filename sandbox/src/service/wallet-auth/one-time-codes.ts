/** One-time codes: sent, and taken back encrypted. */
import { encodeHex, encodeUtf8, equalBytes } from '../../../../src/kit/encoding/index.ts';
import { invalidInput, Refusal } from '../http/refusal.ts';
import { forgetEnded } from '../service/retention.ts';
import type { Service } from '../service/service.ts';
import type { OtpRecord } from './wallet-auth-records.ts';

const MAX_WRONG_ATTEMPTS = 5;
const MINUTE = 60_000;
/** Number of earlier challenges whose bundles are told from foreign ones. */
const OLDER = 5;

/** The key that a client put beside its code, in both forms. */
export interface ClientKey {
  readonly publicKeyHex: string;
  readonly compressedPublicKeyHex: string;
}

/** Counts a request for a code. @throws Refusal 429 with `Retry-After` for one that comes too soon. */
export function requireCodeAllowance({ clock, settings, state }: Service, credentialId: string): void {
  const { codesPerMinute } = settings;
  if (codesPerMinute === 0) return;
  const now = clock.now();
  const times = (state.codeTimes.get(credentialId) ?? []).filter((at) => at > now - MINUTE);
  const [oldest] = times;
  if (oldest !== undefined && times.length >= codesPerMinute) {
    const headers = { 'Retry-After': String(Math.ceil((oldest + MINUTE - now) / 1000)) };
    throw new Refusal(429, 'RATE_LIMITED', 'Codes were asked for too often: wait.', { headers });
  }
  state.codeTimes.set(credentialId, [...times, now]);
}

/** Puts a fresh code on its way, in place of any other; returns the bundle to encrypt it to. */
export async function sendCode(service: Service, credentialId: string): Promise<string> {
  const { clock, enclave, random, settings, state } = service;
  const targetLabel = encodeHex(random.draw('otp target', 16));
  const bundle = await enclave.targetBundle(targetLabel);
  const now = clock.now();
  const { expirationSeconds } = state.platformConfig.embeddedWalletConfig ?? {};
  const expiresAt = now + (expirationSeconds === undefined ? settings.otpMs : expirationSeconds * 1000);
  const before = state.otps.get(credentialId);
  const olderLabels = before === undefined ? [] : [before.targetLabel, ...(before.olderLabels ?? [])].slice(0, OLDER);
  state.otps.delete(credentialId);
  state.otps.set(credentialId, { code: settings.otpCode, targetLabel, olderLabels, expiresAt, wrongAttempts: 0 });
  forgetEnded(state.otps, { hasEnded: (otp) => otp.expiresAt <= now, limit: settings.historyLimit });
  return bundle;
}

/**
 * Checks an encrypted code; five wrong ones block the code.
 *
 * @throws Refusal 400 for a bundle of another shape, 401 for a wrong or expired code, 429 when it is blocked: `details.reason`
 * says which in the profile `spec`; `grid` has one reason for all that is wrong with a code.
 */
export async function openCode(service: Service, credentialId: string, bundle: string): Promise<ClientKey> {
  requireBundleShape(bundle);
  const otp = service.state.otps.get(credentialId);
  if (otp === undefined) throw refuseCode(service, 'No pending OTP for this credential');
  const now = service.clock.now();
  if (otp.expiresAt <= now) throw refuseCode(service, 'OTP expired');
  if (otp.wrongAttempts >= MAX_WRONG_ATTEMPTS) {
    const seconds = String(Math.ceil((otp.expiresAt - now) / 1000));
    throw new Refusal(429, 'RATE_LIMITED', 'Too many wrong codes: ask for a new one.', {
      ...(tellsReasons(service) ? { reason: 'Too many wrong OTP codes' } : {}),
      headers: { 'Retry-After': seconds },
    });
  }
  const opened = await service.enclave.openOtp(otp.targetLabel, bundle);
  if (opened === null || !equalBytes(encodeUtf8(opened.otpCode), encodeUtf8(otp.code))) {
    otp.wrongAttempts += 1;
    if (opened === null) throw await refuseBundle(service, otp, bundle);
    throw refuseCode(service, 'Invalid OTP code');
  }
  return opened;
}

async function refuseBundle(service: Service, { olderLabels = [] }: OtpRecord, bundle: string): Promise<Refusal> {
  for (const label of olderLabels) {
    if ((await service.enclave.openOtp(label, bundle)) !== null) {
      return refuseCode(service, 'Challenge is over', 'That challenge is over: use the bundle of the newest one.');
    }
  }
  const message = 'The code was encrypted to another key than that of the challenge.';
  return refuseCode(service, 'Bundle of another key', message);
}

function requireBundleShape(bundle: string): void {
  try {
    const { encappedPublic, ciphertext } = JSON.parse(bundle) as Record<string, unknown>;
    if (isHex(encappedPublic) && encappedPublic.length === 130 && isHex(ciphertext)) return;
  } catch {
    // Falls through to the one refusal.
  }
  const message =
    'This must be the text of a JSON object with the hex fields encappedPublic (65 bytes) and ciphertext.';
  throw invalidInput([{ field: 'encryptedOtpBundle', message }]);
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && /^([0-9a-f]{2})+$/i.test(value);
}

type CodeRefusal =
  | 'No pending OTP for this credential'
  | 'OTP expired'
  | 'Invalid OTP code'
  | 'Challenge is over'
  | 'Bundle of another key';

/** 401 for a code that is not accepted. */
export function refuseCode(
  service: Service,
  why: CodeRefusal,
  message = 'The one-time code was not accepted.',
): Refusal {
  const reason = tellsReasons(service) ? why : 'Invalid OTP code';
  return new Refusal(401, 'UNAUTHORIZED', message, { reason, note: why });
}

function tellsReasons({ contract }: Service): boolean {
  return contract.codeRefusals === 'distinct';
}
