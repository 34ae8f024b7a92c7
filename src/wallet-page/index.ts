/** `countersign/wallet-page`: a page of an own origin where people sign in and confirm, with its relay. */
export { createEntrance, entranceMistakes, type CreateEntranceOptions, type Entrance } from './entrance.ts';
export {
  walletPageMistakes,
  walletPageOptionNames,
  type CreateWalletPageOptions,
  type WalletPageApp,
  type WalletPageBrand,
  type WalletPageProvider,
} from './options.ts';
export type { PageHandler, RefusedHeaders } from './refusals.ts';
export { createTicket, endVisits, type CreateTicketOptions, type EndVisitsOptions } from './ticket.ts';
export { createWalletPage, type WalletPage } from './wallet-page.ts';
