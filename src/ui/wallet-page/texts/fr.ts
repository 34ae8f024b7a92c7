/** French, for the page and for the elements in it. */
import type { PageTexts } from './en.ts';

export { fr as elementsFr } from '../../messages/fr.ts';

/** French. */
export const pageFr: PageTexts = {
  back: 'Retour à {brand}',
  opening: 'Ouverture de votre portefeuille…',
  againTitle: 'Ouvrez à nouveau cette page depuis {brand}',
  again: 'Ce lien a déjà servi ou a expiré.',
  signOutTitle: 'Se déconnecter de {brand} ?',
  signOut: 'Se déconnecter',
  signingOut: 'Déconnexion…',
  signedOut: 'Déconnexion effectuée',
  startOver: 'Retournez à {brand} et recommencez.',
  choose: 'Avec quel compte vous connectez-vous ?',
  home: 'Votre portefeuille',
  methods: 'Moyens de connexion',
  sessions: 'Appareils',
  cardFROZEN: 'Vous voulez bloquer votre carte. Confirmez-le ici.',
  cardACTIVE: 'Vous voulez débloquer votre carte. Confirmez-le ici.',
  cardCLOSED: 'Vous voulez fermer votre carte. Confirmez-le ici.',
  payee: 'Nouveau bénéficiaire',
  payeeLead: 'Comparez ces informations avec celles que vous avez reçues.',
  payeeReading: 'Chargement du bénéficiaire…',
  payeeName: 'Nom',
  payeeBank: 'Banque',
  payeeNumber: 'Compte',
  confirm: 'Confirmer le bénéficiaire',
  confirming: 'Confirmation…',
  confirmed: 'Bénéficiaire confirmé. Vous pouvez le payer maintenant.',
  phrase: 'Phrase de récupération',
  phraseLead: 'Toute personne qui a ces mots peut prendre votre argent. {brand} ne vous les demandera jamais.',
  phraseAlone: 'Assurez-vous que personne ne voit votre écran.',
  show: 'Afficher la phrase',
  showing: 'Chargement de la phrase…',
  shown: 'Notez les mots dans cet ordre. Ils seront masqués dans une minute.',
  hide: 'Masquer',
  hidden: 'Votre phrase est masquée.',
};
