/** @jsxImportSource preact */
/** Signing in: the kit's element, and what an identity provider has answered. */
import type { VNode } from 'preact';
import type { OAuthAttempt, OAuthChoiceError } from '../../kit/wallet/index.ts';
import type { Locale } from '../messages/index.ts';
import type { PageProvider } from './page-data.ts';
import { signInEn } from '../elements/parts.ts';
import { offerProviders, type ProviderAnswer } from './providers.ts';
import { elementView, type SceneParts } from './scenes.tsx';

/** The sign-in of one page. */
export interface PageSignIn {
  /** The heading of the step: what the person signs in for. */
  title(): string;
  /** Goes on where the person has come back from a provider. */
  resume(answer: ProviderAnswer): Promise<void>;
  view(): VNode;
}

/** Creates it. */
export function createPageSignIn(
  { wallet, locale, words, draw }: Pick<SceneParts, 'wallet' | 'locale' | 'words' | 'draw'>,
  {
    providers: offered,
    purpose,
  }: { readonly providers: readonly PageProvider[]; readonly purpose: () => string | undefined },
): PageSignIn {
  const providers = offerProviders(wallet, offered);
  let identities: OAuthChoiceError['credentials'] = [];
  let error: unknown;
  let verify: (credentialId?: string) => Promise<void> = () => Promise.resolve();
  const verifyBy = async (attempt: OAuthAttempt, idToken: string, credentialId?: string): Promise<void> => {
    identities = [];
    try {
      await attempt.verify(idToken, credentialId === undefined ? {} : { credentialId });
    } catch (problem) {
      const { code, credentials } = problem as Partial<OAuthChoiceError>;
      if (code === 'OAUTH_CHOICE_REQUIRED') identities = credentials ?? [];
      else error = problem;
    }
    draw();
  };
  const { signIn } = locale.screens ?? {};
  const title = (): string => purpose() ?? signIn?.title ?? signInEn.title;
  /** The element's texts with this page's title. */
  const titled = (): Locale => ({ ...locale, screens: { ...locale.screens, signIn: { ...signIn, title: title() } } });
  return {
    title: () => (identities.length > 0 ? words.choose : title()),
    async resume({ idToken, resume }) {
      try {
        const attempt = await resume(wallet);
        verify = (credentialId) => verifyBy(attempt, idToken, credentialId);
        await verify();
      } catch (problem) {
        error = problem;
      }
    },
    view: () =>
      identities.length > 0 ? (
        <section>
          <h2 tabIndex={-1}>{words.choose}</h2>
          {identities.map(({ id, nickname }) => (
            <button type="button" key={id} onClick={() => void verify(id)}>
              <bdi>{nickname}</bdi>
            </button>
          ))}
        </section>
      ) : (
        <>
          {error === undefined ? null : elementView('problem', { wallet, locale }, { error })}
          {elementView('sign-in', { wallet, locale: titled() }, { providers })}
        </>
      ),
  };
}
