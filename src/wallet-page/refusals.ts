/** The page that a person sees in place of the wallet page: its texts, in five languages, and its adapters. */
import { withoutContent } from '../kit/foreign-error.ts';
import { RelayError, type Relay } from '../relay/index.ts';
import { createSetupNotices, internalRelayError, isForOperator } from '../relay/visitors.ts';

/** Causes that a person is told: a malformed link, a request that no page made, too many of them, or a part that is away. */
export type RefusalCause = 'link' | 'navigation' | 'limit' | 'away';

/** Headers of a request that a listener refuses. */
export interface RefusedHeaders {
  /** Its `Accept`. */
  readonly accept?: string | undefined;
  /** Its `Accept-Language`. */
  readonly 'accept-language'?: string | undefined;
}

/** A handler of pages. */
export interface PageHandler extends Relay {
  /** Answers in place of a refusal that an adapter, such as `toNodeListener`, makes itself: people get a page. */
  refuse(refusal: Response, headers: RefusedHeaders): Response;
}

/** The answer to a failure. */
export interface Failure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads failures of one handler; the console tells the operator of each kind, once and without content. */
export function createFailures(): (cause: unknown) => Failure {
  const notice = createSetupNotices({ audited: false });
  return (thrown) => {
    const error = thrown instanceof RelayError ? thrown : internalRelayError(thrown);
    const { code, message, cause, status, retryAfter } = error;
    if (isForOperator(error)) notice(code, message, cause === undefined ? null : withoutContent(cause).message);
    return { status, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } };
  };
}

/** One text in the person's language. */
export interface RefusalText {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

type Text = readonly [title: string, text: string];

const texts: Readonly<Record<string, Readonly<Record<RefusalCause, Text>>>> = {
  en: {
    link: ['This link doesn’t work', 'Go back and open it again.'],
    navigation: ['Your wallet can’t be opened this way', 'Go back, reload the page, and open it again.'],
    limit: ['Your wallet was opened too often', 'Wait a minute, then open it again.'],
    away: ['We can’t open your wallet right now', 'Nothing was sent. Try again in a moment.'],
  },
  de: {
    link: ['Dieser Link funktioniert nicht', 'Gehen Sie zurück und öffnen Sie ihn noch einmal.'],
    navigation: [
      'So lässt sich Ihr Wallet nicht öffnen',
      'Gehen Sie zurück, laden Sie die Seite neu und öffnen Sie es noch einmal.',
    ],
    limit: ['Ihr Wallet wurde zu oft geöffnet', 'Warten Sie eine Minute und öffnen Sie es dann noch einmal.'],
    away: [
      'Wir können Ihr Wallet gerade nicht öffnen',
      'Es wurde nichts gesendet. Versuchen Sie es gleich noch einmal.',
    ],
  },
  es: {
    link: ['Este enlace no funciona', 'Vuelva atrás y ábralo de nuevo.'],
    navigation: ['Su cartera no puede abrirse así', 'Vuelva atrás, recargue la página y ábrala de nuevo.'],
    limit: ['Su cartera se ha abierto demasiadas veces', 'Espere un minuto y ábrala de nuevo.'],
    away: [
      'Ahora mismo no podemos abrir su cartera',
      'No se ha enviado nada. Inténtelo de nuevo dentro de un momento.',
    ],
  },
  fr: {
    link: ['Ce lien ne fonctionne pas', 'Revenez en arrière et ouvrez-le à nouveau.'],
    navigation: [
      'Votre portefeuille ne peut pas s’ouvrir ainsi',
      'Revenez en arrière, rechargez la page et ouvrez-le à nouveau.',
    ],
    limit: ['Votre portefeuille a été ouvert trop de fois', 'Attendez une minute, puis ouvrez-le à nouveau.'],
    away: [
      'Nous ne pouvons pas ouvrir votre portefeuille pour le moment',
      'Rien n’a été envoyé. Réessayez dans un instant.',
    ],
  },
  pt: {
    link: ['Este link não funciona', 'Volte e abra-o novamente.'],
    navigation: ['Sua carteira não pode ser aberta assim', 'Volte, recarregue a página e abra-a novamente.'],
    limit: ['Sua carteira foi aberta vezes demais', 'Espere um minuto e abra-a novamente.'],
    away: ['Não podemos abrir sua carteira agora', 'Nada foi enviado. Tente novamente em instantes.'],
  },
};

/** Finds the text in the language that the browser names first; it repeats nothing of the link. */
export function refusalText(cause: RefusalCause, accepted: string | null): RefusalText {
  const wanted = accepted?.slice(0, 2).toLowerCase() ?? '';
  const language = Object.hasOwn(texts, wanted) ? wanted : 'en';
  const [title = '', text = ''] = texts[language]?.[cause] ?? [];
  return { language, title, text };
}

/** Tells a person, who gets a page, from a script. */
export function wantsPage({ accept }: RefusedHeaders): boolean {
  return accept?.includes('text/html') === true;
}
