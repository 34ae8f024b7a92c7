/** Settings that are allowed, and seldom meant. */
import { defaultRelayLimits } from 'countersign/relay';
import { isLoopback, readUnixUrl, type ProcessSettings } from './settings.ts';

// So many times the default is no limit.
const beyondReason = 100;

/** A sentence for each; none holds a value. */
export function warningsOf({ relay, identify, redis }: ProcessSettings): readonly string[] {
  const { limits = {}, userHandleSecret, recentSignInMs } = relay;
  const isPlainRedis = redis !== null && /^redis:$/.test(new URL(redis).protocol);
  const { newPayees, firstPaymentToPayee } = typeof recentSignInMs === 'object' ? recentSignInMs : {};
  const high = Object.entries(defaultRelayLimits).flatMap(([name, standard]) => {
    const given = limits[name as keyof typeof limits] ?? standard;
    const isHigh = given.limit / given.windowMs > (beyondReason * standard.limit) / standard.windowMs;
    return isHigh
      ? [`limits.${name} is more than ${beyondReason} times its default: one user can use up the service`]
      : [];
  });
  const found: readonly (readonly [isSo: boolean, warning: string])[] = [
    [isPlainRedis && !isLoopback(redis), 'store.redis goes to another host without TLS: use rediss://'],
    [
      identify !== null && identify.secret === null && readUnixUrl(identify.url) === null,
      'identify.secret is not set: whoever reaches the endpoint learns whose a cookie is',
    ],
    [
      userHandleSecret === undefined,
      'userHandleSecret is not set: user handles of passkeys change with every start and instance',
    ],
    [
      (newPayees ?? firstPaymentToPayee) !== undefined && redis === null,
      'recentSignInMs names newPayees or firstPaymentToPayee without store.redis: each start asks anew for a sign-in',
    ],
  ];
  return [...found.filter(([isSo]) => isSo).map(([, warning]) => warning), ...high];
}
