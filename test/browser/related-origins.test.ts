import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from '../engines/launch.ts';
import { listen } from '../listen.ts';
import { createCertificate } from './certificate.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { visit, type Visitor } from './passkey-page.ts';

const relyingPartyId = 'wallet.example.com';
const within = `https://login.${relyingPartyId}`;
const related = 'https://pay.example.org';
const unrelated = 'https://shop.example.net';
let browser: Browser;
let served: KitPage;
let front: Server;
const asked: string[] = [];

beforeAll(async () => {
  const origins = [within, related, unrelated];
  served = await serveKit({
    relay: { origins, relatedOrigins: [related] },
    sandbox: { relyingParties: [relyingPartyId], relatedOrigins: [related] },
  });
  // The sites of all hosts, by https as related origins want it.
  front = createServer(createCertificate(), (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    asked.push(`${headers.host ?? ''}${url}`);
    const onward = request(new URL(url, served.url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  const rules = `--host-resolver-rules=MAP * 127.0.0.1:${await listen(front)}`;
  browser = await launch('chromium', rules, '--ignore-certificate-errors');
}, 60_000);

afterAll(async () => {
  await browser.close();
  front.closeAllConnections();
  front.close();
  await served.close();
});

async function at(url: string): Promise<Visitor> {
  const context = await browser.newContext();
  return visit(context, { url: `${url}/`, settings: { ...served.settings, relay: '/wallet' } }, { relyingPartyId });
}

describe('related origins', { timeout: 60_000 }, () => {
  test('sign in with the passkey of a host within another domain that names them, whose relay is asked for the list', async () => {
    const first = await at(within);
    const authenticator = await first.device.plugIn();
    await first.signInByCode();
    expect(await first.add('Laptop')).toEqual({ code: 'done' });
    const [passkey] = await authenticator.passkeys();
    if (passkey === undefined) throw new Error('there is no passkey');
    const second = await at(related);
    await (await second.device.plugIn()).take(passkey);
    expect(await second.signIn()).toEqual({ code: 'done' });
    expect(await second.status()).toBe('signed-in');
    expect(asked).toContain(`${relyingPartyId}/.well-known/webauthn`);

    const other = await at(unrelated);
    await (await other.device.plugIn()).take(passkey);
    expect(await other.signIn()).toMatchObject({ code: 'DOMAIN_INVALID', nextStep: 'configure' });
  });
});
