/** `countersign/wallet-page`: a page of an own origin where people sign in and confirm, with its relay. */
export type { CreateWalletPageOptions, WalletPageBrand, WalletPageProvider } from './options.ts';
export { createTicket, type CreateTicketOptions } from './ticket.ts';
export { createWalletPage, type WalletPage } from './wallet-page.ts';
