/** Hosted checks of customers: the link that a platform hands out, and the page behind it, which completes the check at once. */
import * as v from 'valibot';
import { encodeBase64url } from '../../../../src/kit/encoding/index.ts';
import type { Queue } from '../../../../src/kit/waiting.ts';
import { matching } from '../http/fields.ts';
import { controlBasePath } from '../http/path-pattern.ts';
import { Refusal } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import { customerOf } from './customers.ts';
import { decideHosted } from './verifications.ts';

/** Path of the pages. */
export const hostedCheckPath: string = `${controlBasePath}/kyc`;

const LIFE_MS = 24 * 3600 * 1000;

/** The route that makes a link. */
export const hostedCheckRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/customers/:customerId/kyc-link',
    ids: { customerId: ['Customer'] },
    body: v.strictObject({
      redirectUri: v.optional(
        matching(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))\S{0,2000}$/),
      ),
    }),
    idempotent: true,
    handle({ service, params, body: { redirectUri }, request }) {
      const { clock, random, state } = service;
      const { id: customerId, contactVerification = {} } = customerOf(service, params['customerId']);
      if (Object.values(contactVerification).includes('PENDING')) {
        throw new Refusal(409, 'CONFLICT', "The customer's email and phone are to be verified first.");
      }
      const token = encodeBase64url(random.draw('hosted check', 24));
      const expiresAt = clock.now() + LIFE_MS;
      for (const [old, link] of state.hostedChecks) if (link.expiresAt <= clock.now()) state.hostedChecks.delete(old);
      state.hostedChecks.set(token, { customerId, expiresAt, ...(redirectUri === undefined ? {} : { redirectUri }) });
      const kycUrl = `${request.origin}${hostedCheckPath}/${token}`;
      return { status: 201, body: { kycUrl, expiresAt: new Date(expiresAt).toISOString(), provider: 'SUMSUB' } };
    },
  }),
];

/** Answers a link's page: it decides on the customer as the ending says, and leads back to the platform. A link works once. */
export function openHostedCheck(service: Service, queue: Queue, request: Request): Promise<Response> {
  return queue(() => {
    const token = new URL(request.url).pathname.slice(hostedCheckPath.length + 1);
    const { clock, state } = service;
    const link = state.hostedChecks.get(token);
    if (request.method !== 'GET' || link === undefined || link.expiresAt <= clock.now()) {
      return Promise.resolve(new Response('This link was used, has expired or was never made.\n', { status: 410 }));
    }
    state.hostedChecks.delete(token);
    decideHosted(service, link.customerId);
    const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
    if (link.redirectUri === undefined) return Promise.resolve(new Response('The check is complete.\n', { headers }));
    return Promise.resolve(new Response(null, { status: 302, headers: { ...headers, Location: link.redirectUri } }));
  });
}
