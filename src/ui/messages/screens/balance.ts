/** Texts of `<countersign-balance>`. */
import type { TextsOf } from './texts.ts';

/** English. */
export const balanceEn = {
  title: 'Balance',
  reading: 'Loading your balance…',
  signedOut: 'Sign in to see your balance.',
  available: 'Available',
  held: '{amount} on hold',
  receive: 'Receive money',
  receiveLead: 'Send money to these details.',
  copy: 'Copy {name}',
  copied: '{name} copied.',
  notCopied: 'Copying isn’t possible here. Select the text instead.',
  address: 'Address',
  invoice: 'Invoice',
  assetType: 'Currency',
  accountNumber: 'Account number',
  routingNumber: 'Routing number',
  bankName: 'Bank',
  reference: 'Reference',
  iban: 'IBAN',
  swiftBic: 'BIC',
  clabeNumber: 'CLABE',
};

/** German. */
export const balanceDe: TextsOf<typeof balanceEn> = {
  title: 'Guthaben',
  reading: 'Ihr Guthaben wird geladen…',
  signedOut: 'Melden Sie sich an, um Ihr Guthaben zu sehen.',
  available: 'Verfügbar',
  held: '{amount} vorgemerkt',
  receive: 'Geld empfangen',
  receiveLead: 'Senden Sie Geld an diese Angaben.',
  copy: '{name} kopieren',
  copied: '{name} kopiert.',
  notCopied: 'Kopieren ist hier nicht möglich. Markieren Sie stattdessen den Text.',
  address: 'Adresse',
  invoice: 'Rechnung',
  assetType: 'Währung',
  accountNumber: 'Kontonummer',
  routingNumber: 'Routing-Nummer',
  bankName: 'Bank',
  reference: 'Verwendungszweck',
  iban: 'IBAN',
  swiftBic: 'BIC',
  clabeNumber: 'CLABE',
};

/** Spanish. */
export const balanceEs: TextsOf<typeof balanceEn> = {
  title: 'Saldo',
  reading: 'Cargando su saldo…',
  signedOut: 'Inicie sesión para ver su saldo.',
  available: 'Disponible',
  held: '{amount} retenidos',
  receive: 'Recibir dinero',
  receiveLead: 'Envíe dinero a estos datos.',
  copy: 'Copiar {name}',
  copied: '{name}: copiado.',
  notCopied: 'Aquí no se puede copiar. Seleccione el texto.',
  address: 'Dirección',
  invoice: 'Factura',
  assetType: 'Moneda',
  accountNumber: 'Número de cuenta',
  routingNumber: 'Número de ruta',
  bankName: 'Banco',
  reference: 'Concepto',
  iban: 'IBAN',
  swiftBic: 'BIC',
  clabeNumber: 'CLABE',
};
