import { describe, expect, test } from 'vitest';
import { addresses } from '../../../test/contract/sample.ts';
import { addressOf } from '../../../test/contract/account-request.ts';
import { endings } from '../../src/service/service/endings.ts';
import { createPlatformClient, createQuote, openHolder, usdAccount, type PlatformClient } from './platform-client.ts';
import type { Answer } from './reading.ts';

const { beneficiary } = usdAccount;
const profiles = ['spec', 'grid'] as const;

const currencies = {
  SPARK_WALLET: 'BTC',
  LIGHTNING: 'BTC',
  ETHEREUM_WALLET: 'USDC',
  BASE_WALLET: 'USDC',
  POLYGON_WALLET: 'USDC',
  SOLANA_WALLET: 'USDC',
  TRON_WALLET: 'USDT',
  PLASMA_WALLET: 'USDT',
} as const;
type Wallet = keyof typeof currencies;

let count = 0;
function add(platform: PlatformClient, currency: string, accountInfo: object, more: object = {}): Promise<Answer> {
  count += 1;
  const body = { currency, platformAccountId: `account-${String(count)}`, accountInfo, ...more };
  return platform.call('POST', '/customers/external-accounts', body);
}
const addWallet = (platform: PlatformClient, accountType: Wallet, fields: object): Promise<Answer> =>
  add(platform, currencies[accountType], { accountType, ...fields });
const addIban = (platform: PlatformClient, iban: string): Promise<Answer> =>
  add(platform, 'EUR', {
    accountType: 'EUR_ACCOUNT',
    iban,
    swiftCode: 'EXMPDEFF',
    ...(platform.sandbox.profile === 'spec' ? { bankName: 'Example Bank' } : {}),
    beneficiary: { ...beneficiary, countryOfResidence: 'DE' },
  });

describe.each(profiles)('in %s', (profile) => {
  const platform = createPlatformClient({ profile });

  test.each(Object.keys(currencies) as Wallet[])('%s takes an address of its shape and nothing else', async (type) => {
    const field = type === 'LIGHTNING' ? 'lightningAddress' : 'address';
    const address = type === 'LIGHTNING' ? addresses.lightningAddress : addressOf(type);
    expect((await addWallet(platform, type, { [field]: address })).status).toBe(201);
    // A Tron address has the shape of a Solana one, too.
    const alike = type === 'SOLANA_WALLET' ? addresses.TRON_WALLET : address;
    const others = Object.values(addresses).filter((other) => other !== address && other !== alike);
    for (const wrong of ['not an address', `${String(address)} `, ...others]) {
      const { status, body } = await addWallet(platform, type, { [field]: wrong });
      expect([status, body.details?.errors], wrong).toEqual([
        400,
        [
          {
            field: `accountInfo.${field}`,
            constraint: { format: expect.stringMatching(/^[a-z]+-address$/) },
            message: expect.stringMatching(/^This must be an? (?:Ethereum|Solana|Tron|Spark|Lightning) address/),
          },
        ],
      ]);
    }
  });

  test.each(['invoice', 'bolt12'] as const)('LIGHTNING takes an %s of its shape and nothing else', async (field) => {
    expect((await addWallet(platform, 'LIGHTNING', { [field]: addresses[field] })).status).toBe(201);
    expect((await addWallet(platform, 'LIGHTNING', { [field]: addresses[field].toUpperCase() })).status).toBe(201);
    for (const wrong of ['not an invoice', addresses.SPARK_WALLET, `${addresses[field]}b`]) {
      const { body } = await addWallet(platform, 'LIGHTNING', { [field]: wrong });
      expect(body.details.errors[0].message, wrong).toMatch(/^This must be a (?:Lightning invoice|BOLT 12 offer)/);
    }
  });

  test.each([
    ['DE89370400440532013000', 201],
    ['FR7630006000011234567890189', 201],
    ['DE8937040044053201300', 400],
    ['FR763000600001123456789018', 400],
    ['ZZ89370400440532013000', 400],
    ['not an address', 400],
  ])('the IBAN %s is answered with %i', async (iban, status) => {
    const answer = await addIban(platform, iban);
    expect(answer.status).toBe(status);
    if (status === 201) return;
    const [error] = answer.body.details.errors;
    expect(error).toMatchObject({ field: 'accountInfo.iban', constraint: { format: 'iban' } });
    expect(error.message).toMatch(/^This must be an IBAN/);
  });

  test('every published ending still makes an address and an IBAN', async () => {
    for (const ending of Object.keys(endings.destination)) {
      const ended = (address = ''): string => address.slice(0, -3) + ending;
      for (const type of Object.keys(currencies) as Wallet[]) {
        if (type === 'LIGHTNING') continue;
        expect((await addWallet(platform, type, { address: ended(addressOf(type)) })).status, type).toBe(201);
      }
      const lightningAddress = `sample.${ending}@example.com`;
      expect((await addWallet(platform, 'LIGHTNING', { lightningAddress })).status).toBe(201);
      expect((await addIban(platform, ended('DE89370400440532013000'))).status).toBe(201);
    }
  });

  test('the addresses and IBANs that the sandbox hands out have their shapes', async () => {
    const { body } = await platform.call('GET', '/platform/internal-accounts');
    const handedOut = (body.data as Answer['body'][])
      .flatMap(({ fundingPaymentInstructions }) => fundingPaymentInstructions as Answer['body'][])
      .map(({ accountOrWalletInfo }) => accountOrWalletInfo);
    const wallets = handedOut.filter(({ accountType }) => accountType in currencies);
    expect(new Set(wallets.map(({ accountType }) => accountType as string))).toEqual(
      new Set(['BASE_WALLET', 'SPARK_WALLET']),
    );
    for (const { accountType, address, invoice } of wallets) {
      expect((await addWallet(platform, accountType, { address })).status).toBe(201);
      if (invoice !== undefined) expect((await addWallet(platform, 'LIGHTNING', { invoice })).status).toBe(201);
    }
    const { iban } = handedOut.find(({ accountType }) => accountType === 'EUR_ACCOUNT') ?? {};
    expect((await addIban(platform, iban)).status).toBe(201);
  });

  test("a wallet's own address is a Spark address", async () => {
    const { platform: own, holder } = await openHolder({ profile });
    const { body } = await own.call('GET', `/customers/internal-accounts?customerId=${holder.customerId}`);
    const [{ accountOrWalletInfo }] = body.data[0].fundingPaymentInstructions;
    expect((await addWallet(own, 'SPARK_WALLET', { address: accountOrWalletInfo.address })).status).toBe(201);
    const quote = await createQuote(own, holder);
    const other = (quote.body.paymentInstructions as Answer['body'][]).find(
      (way) => way.accountOrWalletInfo.accountType === 'SPARK_WALLET',
    );
    expect(other?.accountOrWalletInfo.address).toBe(profile === 'grid' ? accountOrWalletInfo.address : undefined);
  });
});
