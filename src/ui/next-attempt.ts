/** An attempt with an identity provider, made when its button is drawn: browsers block a popup that a press opens only after a wait. */
import type { OAuthAttempt, OAuthBeginOptions, Wallet } from '../kit/wallet/index.ts';

/** The attempt that the next press uses. */
export interface NextAttempt {
  /** Makes one, unless there is one. */
  prepare(wallet: Wallet): void;
  /** Uses it up; `run` is called at once where it was made before. */
  use<Result>(wallet: Wallet, run: (attempt: OAuthAttempt) => Promise<Result>): Promise<Result>;
  forget(): void;
}

/** Creates none yet. */
export function createNextAttempt(options?: OAuthBeginOptions): NextAttempt {
  let next: { readonly wallet: Wallet; readonly making: Promise<OAuthAttempt>; made?: OAuthAttempt } | undefined;
  const prepare = (wallet: Wallet): NonNullable<typeof next> => {
    if (next?.wallet === wallet) return next;
    const own: NonNullable<typeof next> = { wallet, making: wallet.oauth.begin(options) };
    const failed = (): void => void (next = next === own ? undefined : next);
    own.making.then((made) => void (own.made = made), failed);
    next = own;
    return own;
  };
  return {
    prepare: (wallet) => void prepare(wallet),
    async use(wallet, run) {
      const own = prepare(wallet);
      try {
        return await run(own.made ?? (await own.making));
      } finally {
        if (next === own) next = undefined;
      }
    },
    forget: () => (next = undefined),
  };
}
