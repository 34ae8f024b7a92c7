import { describe, expect, onTestFinished, test } from 'vitest';
import { readWalletReturn, walletLinks, type WalletLinks } from 'countersign/wallet-link';
import { returnAddress } from '../../src/ui/wallet-page/return-address.ts';
import { id } from '../relay/service.ts';

const origin = 'https://wallet.example.com';
const links = walletLinks(origin);
const ticket = 'a'.repeat(43);

describe('a link to the wallet page', () => {
  test.each([
    [links.home(), '/'],
    [links.pay(id('Quote', '1')), '/pay?quote=Quote%3A00000001-0000-7000-8000-00000000000a'],
    [links.card(id('Card', '1')), '/card?card=Card%3A00000001-0000-7000-8000-00000000000a'],
    [links.card(id('Card', '1'), 'frozen'), '/card?card=Card%3A00000001-0000-7000-8000-00000000000a&to=frozen'],
    [links.signInMethods({ locale: 'de-AT' }), '/sign-in-methods?locale=de-AT'],
    [links.sessions({ ticket }), `/sessions#ticket=${ticket}`],
    [links.signOut({ ticket }), `/sign-out#ticket=${ticket}`],
    [links.payee(id('ExternalAccount', '1')), '/payee?account=ExternalAccount%3A00000001-0000-7000-8000-00000000000a'],
    [
      links.export(id('InternalAccount', '1')),
      '/export?account=InternalAccount%3A00000001-0000-7000-8000-00000000000a',
    ],
  ])('names ids, and nothing else: %s', (link, path) => {
    expect(link).toBe(`${origin}${path}`);
  });

  test.each([
    ['home', (at: WalletLinks) => at.home(), ''],
    ['pay', (at: WalletLinks) => at.pay(id('Quote', '1')), '/pay?quote=Quote%3A00000001-0000-7000-8000-00000000000a'],
    ['home in German', (at: WalletLinks) => at.home({ locale: 'de' }), '?locale=de'],
  ])('leads to the entrance of a back-end, whose path it begins with: %s', (_name, make, rest) => {
    expect(make(walletLinks('/app/to-wallet'))).toBe(`/app/to-wallet${rest}`);
  });

  test('carries the way back in its query, and the ticket in its fragment alone', () => {
    const link = new URL(links.pay(id('Quote', '1'), { returnTo: 'https://app.example.com/orders/1?a=b', ticket }));
    expect(link.searchParams.get('return')).toBe('https://app.example.com/orders/1?a=b');
    expect(link.hash).toBe(`#ticket=${ticket}`);
    expect(link.search).not.toContain(ticket);
  });

  test.each<readonly [string, () => unknown]>([
    ['another type of id', () => links.pay(id('Card', '1'))],
    ['an id with more behind it', () => links.pay(`${id('Quote', '1')}&return=x`)],
    ['another state of a card', () => links.card(id('Card', '1'), 'open' as never)],
    ['a ticket of another form', () => links.home({ ticket: `${ticket}&x` })],
    ['a locale of another form', () => links.home({ locale: 'de&x=1' })],
    ['a way back by a script', () => links.home({ returnTo: 'javascript:alert(1)' })],
    ['a way back without TLS', () => links.home({ returnTo: 'http://app.example.com/' })],
    ['a way back with credentials', () => links.home({ returnTo: 'https://app.example.com@evil.example/' })],
    ['a way back without a host', () => links.home({ returnTo: '/orders/1' })],
    ['a way back that has an outcome', () => links.home({ returnTo: 'https://app.example.com/?wallet-outcome=paid' })],
    ['a way back that has an id', () => links.home({ returnTo: 'https://app.example.com/?a=b&wallet-id=1' })],
    ['an option by another name', () => links.home({ returnUrl: 'https://app.example.com/' } as never)],
    ['an origin with a path', () => walletLinks(`${origin}/wallet`)],
    ['a path with a slash at its end', () => walletLinks('/to-wallet/')],
    ['the root', () => walletLinks('/')],
    ['another host by two slashes', () => walletLinks('//evil.example')],
    ['an origin without TLS', () => walletLinks('http://wallet.example.com')],
    ['no origin', () => walletLinks(undefined as never)],
  ])('is not made of %s', (_title, make) => {
    expect(make).toThrow(TypeError);
  });

  test('leads to this machine without TLS', () => {
    const to = walletLinks('http://wallet.demo.localhost:4000').home({ returnTo: 'http://app.demo.localhost:4000/' });
    expect(new URL(to).searchParams.get('return')).toBe('http://app.demo.localhost:4000/');
  });
});

describe('the way back', () => {
  test.each([
    ['https://app.example.com/orders/1', '', '?'],
    ['https://app.example.com/orders/1', '#receipt', '?'],
    ['https://app.example.com/?id=7&outcome=failed&q=a+b%20c&r', '#/a?b', '&'],
  ])('has what came of it before the fragment, and is the app’s own otherwise: %s%s', (address, fragment, mark) => {
    const quote = id('Quote', '1');
    const back = returnAddress(address + fragment, 'paid', quote);
    expect(back).toBe(`${address}${mark}wallet-outcome=paid&wallet-id=${quote}${fragment}`);
    expect(readWalletReturn(new URL(back))).toEqual({ outcome: 'paid', id: quote });
    expect(returnAddress(address + fragment, 'done', null)).toBe(`${address}${mark}wallet-outcome=done${fragment}`);
    expect(returnAddress(address + fragment, undefined, quote)).toBe(address + fragment);
  });
});

describe('what comes back', () => {
  test('is an outcome and the id that it is about', () => {
    const search = `?order=1&outcome=failed&id=7&wallet-outcome=paid&wallet-id=${id('Quote', '1')}`;
    expect(readWalletReturn({ search })).toEqual({ outcome: 'paid', id: id('Quote', '1') });
    expect(readWalletReturn({ search: '?wallet-outcome=cancelled' })).toEqual({ outcome: 'cancelled', id: null });
  });

  test.each([
    '',
    '?outcome=failed',
    '?wallet-outcome=rich',
    '?wallet-outcome=paid&wallet-outcome=failed',
    '?wallet-outcome=paid&wallet-id=<b>',
    `?wallet-outcome=paid&wallet-id=${id('Quote', '1')}&wallet-id=${id('Quote', '1')}`,
  ])('is nothing where the wallet page writes no such thing: %s', (search) => {
    expect(readWalletReturn({ search })).toBeNull();
  });
});

test('links are made where a library has put a name on Object.prototype', () => {
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'planted'));
  Object.assign(Object.prototype, { planted: 'x' });
  expect(walletLinks('/to-wallet').home()).toBe('/to-wallet');
});
