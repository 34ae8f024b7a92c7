/** Every argument of a wallet page, and of the links to it. */
import { createMemoryRelayStore, type CreateRelayOptions } from 'countersign/relay';
import { readWalletReturn, walletLinks } from 'countersign/wallet-link';
import {
  createEntrance,
  createTicket,
  createWalletPage,
  endVisits,
  type CreateEntranceOptions,
  type CreateWalletPageOptions,
} from 'countersign/wallet-page';
import { ada, id } from '../../relay/service.ts';
import { appOrigin, pageOptions, walletOrigin } from '../../wallet-page/page.ts';
import {
  isFunction,
  isNothing,
  isText,
  isUndefined,
  never,
  optionRows,
  rejecting,
  throwing,
  type Good,
  type Position,
} from './judge.ts';

type OwnOption = Exclude<keyof CreateWalletPageOptions, keyof CreateRelayOptions>;

const good: Readonly<Record<OwnOption, Good>> = {
  origin: never,
  apps: never,
  enter: isFunction,
  brand: never,
  enclaveKeys: never,
  exportKeys: isUndefined,
  cardKeyPolicies: isUndefined,
  environment: isUndefined,
  session: isUndefined,
  relyingPartyId: isUndefined,
  identityProviders: (value) => isNothing(value) || (Array.isArray(value) && value.length === 0),
};

const entrance: Readonly<Record<keyof CreateEntranceOptions, Good>> = {
  store: never,
  origin: never,
  apps: never,
  identify: isFunction,
  mountPath: never,
  logIn: never,
};

/** `countersign/wallet-page` and `countersign/wallet-link`. */
export function walletPagePositions(): readonly Position[] {
  const store = createMemoryRelayStore();
  const links = walletLinks('https://wallet.example.com');
  const isLinkOptions: Good = (value) => Object(value) !== value || Object.keys(Object(value) as object).length >= 0;
  return [
    ...throwing([
      ['createWalletPage: options', (bad) => createWalletPage(bad), never, /options|origin/],
      ...optionRows('createWalletPage', good, (bad: object) => createWalletPage({ ...pageOptions(), ...bad })),
      ['createEntrance: options', (bad) => createEntrance(bad), never, /options|store/],
      ...optionRows('createEntrance', entrance, (bad: object) =>
        createEntrance({
          store,
          origin: walletOrigin,
          apps: [appOrigin],
          identify: () => ada,
          mountPath: '/to-wallet',
          logIn: '/log-in?next=',
          ...bad,
        }),
      ),
      ['walletLinks: base', (bad) => walletLinks(bad)],
      ['walletLinks pay: Quote', (bad) => links.pay(bad)],
      ['walletLinks card: to', (bad) => links.card(id('Card', '1'), bad), isUndefined],
      ['walletLinks home: returnTo', (returnTo) => links.home({ returnTo }), isUndefined],
      [
        'walletLinks home: locale',
        (locale) => links.home({ locale }),
        (value) => isUndefined(value) || value === 'abc',
      ],
      ['walletLinks home: ticket', (ticket) => links.home({ ticket }), isUndefined],
      ['readWalletReturn: location', (bad) => readWalletReturn(bad), isLinkOptions],
    ]),
    ...rejecting([
      ['createTicket: options', (bad) => createTicket(bad), never, /options|store/],
      ['createTicket: store', (bad) => createTicket({ store: bad, origin: pageOptions().origin, user: ada })],
      ['createTicket: origin', (origin) => createTicket({ store, origin, user: ada })],
      ['createTicket: user', (user) => createTicket({ store, origin: pageOptions().origin, user })],
      ['endVisits: options', (bad) => endVisits(bad), never, /options|store/],
      ['endVisits: store', (bad) => endVisits({ store: bad, origin: pageOptions().origin, userId: ada.userId })],
      ['endVisits: origin', (origin) => endVisits({ store, origin, userId: ada.userId })],
      [
        'endVisits: userId',
        (userId) => endVisits({ store, origin: pageOptions().origin, userId }),
        (value) => isText(value) && String(value).length <= 256 && !String(value).startsWith('\ud800'),
      ],
    ]),
  ];
}
