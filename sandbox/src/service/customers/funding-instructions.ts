/** Instructions for money from outside into an internal account: bank details, or the address of a wallet. */
import { encodeHex } from '../../../../src/kit/encoding/index.ts';
import type { PaymentInstructions } from 'countersign';
import { bech32Text } from './address-shapes.ts';
import type { SeededRandom } from '../service/random.ts';
import type { Service } from '../service/service.ts';
import type { InternalAccountRecord } from './customer-records.ts';

type Details = PaymentInstructions['accountOrWalletInfo'];

const bankName = 'Example Bank';

/** The instructions of an account; each platform account has its own numbers, which follow from the seed. */
export function fundingInstructions(
  { contract, random }: Service,
  account: InternalAccountRecord,
): PaymentInstructions[] {
  const isPlatformAccount = account.customerId === undefined;
  const { wallet } = account;
  if (wallet !== undefined) {
    const address = walletAddress(random, wallet);
    const invoice = lightningInvoice(random, account.id);
    const accountOrWalletInfo = { accountType: 'SPARK_WALLET', assetType: 'USDB', address, invoice };
    return [{ accountOrWalletInfo, isPlatformAccount }];
  }
  const details = detailsOf(random, account);
  const accountOrWalletInfo =
    details === null || contract.fundingDetails === 'uniform' ? details : asPublished(details, account);
  if (accountOrWalletInfo === null) return [];
  const isBank = account.type === 'INTERNAL_FIAT';
  const instructionsNotes = 'Put the reference on the payment.';
  return [{ accountOrWalletInfo, ...(isBank ? { instructionsNotes } : {}), isPlatformAccount }];
}

// The public service names the bank in USD alone, and has a code to scan for BRL.
function asPublished(details: Details, { id, currency }: InternalAccountRecord): Details {
  if (currency === 'BRL') return { accountType: 'BRL_ACCOUNT', qrCode: `pix:${id.slice(-8)}` };
  if (currency === 'USD') return details;
  const { bankName: _, ...rest } = details;
  return rest;
}

/** The address at which a wallet is paid. */
export function walletAddress(random: SeededRandom, { userId }: NonNullable<InternalAccountRecord['wallet']>): string {
  return sparkAddress(random, `wallet ${userId}`);
}

const sparkAddress = (random: SeededRandom, of: string): string =>
  `spark1${bech32Text(random.fixed(`spark address ${of}`, 61))}`;

const lightningInvoice = (random: SeededRandom, id: string): string =>
  `lnsb1${bech32Text(random.fixed(`invoice ${id}`, 127))}`;

function detailsOf(random: SeededRandom, { id, currency }: InternalAccountRecord): Details | null {
  const numbers = [...random.fixed(`bank account ${id}`, 32)].map((byte) => String(byte % 10)).join('');
  const digits = (count: number): string => numbers.slice(0, count);
  const reference = id.slice(-8).toUpperCase();
  const address = encodeHex(random.fixed(`address ${id}`, 20));
  switch (currency) {
    case 'USD':
      return {
        accountType: 'USD_ACCOUNT',
        paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
        accountNumber: digits(10),
        routingNumber: '021000021',
        bankName,
        reference,
      };
    case 'EUR':
      return {
        accountType: 'EUR_ACCOUNT',
        paymentRails: ['SEPA', 'SEPA_INSTANT'],
        iban: `DE00${digits(18)}`,
        swiftCode: 'EXAMDEFFXXX',
        bankName,
        reference,
      };
    case 'GBP':
      return {
        accountType: 'GBP_ACCOUNT',
        paymentRails: ['FASTER_PAYMENTS'],
        sortCode: digits(6),
        accountNumber: digits(8),
        bankName,
        reference,
      };
    case 'MXN':
      return { accountType: 'MXN_ACCOUNT', paymentRails: ['SPEI'], clabeNumber: digits(18), bankName, reference };
    case 'BRL':
      return {
        accountType: 'BRL_ACCOUNT',
        paymentRails: ['PIX'],
        pixKey: 'funding@example.com',
        pixKeyType: 'EMAIL',
        taxId: digits(14),
        bankName,
        reference,
      };
    case 'BTC':
      return {
        accountType: 'SPARK_WALLET',
        assetType: 'BTC',
        address: sparkAddress(random, `account ${id}`),
        invoice: lightningInvoice(random, id),
      };
    case 'USDC':
      return { accountType: 'BASE_WALLET', assetType: 'USDC', address: `0x${address}` };
    default:
      return null;
  }
}
