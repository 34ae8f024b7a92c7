/** French. */
import type { CompleteLocale } from './locale.ts';
import { activityFr } from './screens/activity.ts';
import { authorizationFr } from './screens/authorization.ts';
import { balanceFr } from './screens/balance.ts';
import { cardFr } from './screens/card.ts';
import { codeEntryFr } from './screens/code-entry.ts';
import { credentialsFr } from './screens/credentials.ts';
import { framedFr } from './screens/framed.ts';
import { payeeFr } from './screens/payee.ts';
import { paymentFr } from './screens/payment.ts';
import { pressFr } from './screens/press.ts';
import { reviewFr } from './screens/review.ts';
import { sessionFr } from './screens/session.ts';
import { sessionsFr } from './screens/sessions.ts';
import { signInFr } from './screens/sign-in.ts';

/** French texts, in the formal address. No line breaks at the space before a colon, a question mark or a closing quote. */
export const fr: CompleteLocale = {
  language: 'fr',
  messages: {
    'account-pending': {
      title: 'Ce compte n’est pas encore confirmé',
      text: 'Rien n’a été payé. La vérification de ce compte bancaire peut prendre quelques jours. Réessayez plus tard ou choisissez-en un autre.',
    },
    'address-taken': {
      title: 'Cette adresse est déjà utilisée',
      text: 'Un autre portefeuille utilise cette adresse e-mail. Saisissez-en une autre.',
    },
    'authenticator-failed': {
      title: 'Votre appareil n’a pas terminé',
      text: 'Rien n’a changé. Réessayez ou connectez-vous autrement.',
    },
    'back-end-untrusted': {
      title: 'Cette connexion n’est pas sûre',
      text: 'Votre code n’a pas été envoyé. Ne réessayez pas sur ce réseau : contactez l’assistance.',
    },
    busy: { title: 'Une chose à la fois', text: 'C’est déjà en cours. Merci de patienter.' },
    cancelled: { title: 'Annulé', text: 'Rien n’a changé. Réessayez quand vous le souhaitez.' },
    'card-changed': { title: 'La carte a changé', text: 'Vérifiez son état avant de continuer.' },
    'card-closed': { title: 'Cette carte est fermée', text: 'Une carte fermée ne peut pas être rouverte.' },
    'card-limit': {
      title: 'Pas d’autre carte',
      text: 'Vous ne pouvez pas ajouter de carte pour le moment. Contactez l’assistance.',
    },
    'card-not-ready': {
      title: 'La carte n’est pas encore prête',
      text: 'Elle est en préparation. Réessayez dans un instant.',
    },
    'code-exhausted': { title: 'Trop de codes erronés', text: 'Ce code n’est plus valable. Demandez-en un nouveau.' },
    'code-expired': { title: 'Ce code a expiré', text: 'Demandez-en un nouveau.' },
    'code-malformed': {
      title: 'Ce n’est pas un code',
      text: 'Un code ne contient que des lettres et des chiffres. Copiez-le à nouveau depuis le message.',
    },
    'code-wrong': {
      title: 'Ce code n’est pas le bon',
      text: 'Consultez le dernier message. Si le code est le même, il a expiré : demandez-en un nouveau.',
    },
    'confirm-first': {
      title: 'À confirmer d’abord',
      text: 'Rien n’a été modifié. Votre nouvelle adresse ou votre nouveau numéro doit d’abord être confirmé. Contactez l’assistance.',
    },
    'credential-exists': { title: 'Vous l’avez déjà', text: 'Ce moyen de connexion est déjà le vôtre.' },
    'credential-in-use': {
      title: 'Votre connexion actuelle l’utilise',
      text: 'Pour le supprimer, connectez-vous d’abord autrement.',
    },
    'credential-missing': {
      title: 'Ce moyen de connexion n’existe plus',
      text: 'Il n’est plus lié à votre portefeuille. Connectez-vous autrement.',
    },
    'document-needed': {
      title: 'Un document manque',
      text: 'Rien n’a été payé. Ce paiement exige un document. Contactez l’assistance.',
    },
    'factor-unsupported': {
      title: 'Confirmez autrement',
      text: 'L’argent n’a pas bougé. Ce paiement demande plus qu’un code : contactez l’assistance.',
    },
    'identity-choice': {
      title: 'Quel compte ?',
      text: 'Votre portefeuille a plusieurs comptes de fournisseurs. Choisissez-en un.',
    },
    'input-invalid': { title: 'Vérifiez le formulaire', text: 'Corrigez votre saisie, puis réessayez.' },
    'insufficient-funds': {
      title: 'Le solde ne suffit pas',
      text: 'Saisissez un montant plus petit ou ajoutez d’abord de l’argent.',
    },
    'key-not-deleted': {
      title: 'La déconnexion a peut-être échoué',
      text: 'Déconnectez-vous à nouveau. Si ce message revient, effacez les données de ce site.',
    },
    'limit-reached': {
      title: 'Votre plafond est dépassé',
      text: 'Saisissez un montant plus petit ou réessayez demain.',
    },
    'logged-out': {
      title: 'Votre session sur ce site est fermée',
      text: 'Identifiez-vous à nouveau sur le site, puis continuez avec votre portefeuille.',
    },
    'not-allowed': { title: 'Ce n’est pas possible', text: 'Votre portefeuille ne le permet pas.' },
    'not-approved': { title: 'Non confirmé', text: 'Rien n’a été signé. Recommencez pour continuer.' },
    offline: { title: 'Pas de réseau', text: 'Rien n’a été signé. Vérifiez votre réseau, puis réessayez.' },
    'outcome-unknown': {
      title: 'Nous ne savons pas si c’est passé',
      text: 'Vérifiez l’état. Cela n’envoie rien à nouveau.',
    },
    'page-outdated': {
      title: 'Rechargez cette page',
      text: 'Rien n’a été signé. Vérifiez votre réseau, puis rechargez la page.',
    },
    'passkey-busy': { title: 'Une autre demande est ouverte', text: 'Répondez-y ou fermez-la, puis réessayez.' },
    'passkey-choice': {
      title: 'Quelle clé d’accès ?',
      text: 'Votre portefeuille a plusieurs clés d’accès. Choisissez-en une.',
    },
    'passkey-exists': {
      title: 'Cette clé d’accès existe déjà',
      text: 'Cet appareil a une clé d’accès pour votre portefeuille. Utilisez-la pour vous connecter.',
    },
    'passkey-not-here': {
      title: 'La clé d’accès n’est pas sur cet appareil',
      text: 'Utilisez l’appareil ou la clé de sécurité qui la contient, ou connectez-vous autrement.',
    },
    'passkey-timed-out': { title: 'Votre appareil a attendu trop longtemps', text: 'Rien n’a changé. Réessayez.' },
    'passkeys-missing': {
      title: 'Pas de clés d’accès ici',
      text: 'Les clés d’accès ne fonctionnent pas dans ce navigateur. Connectez-vous autrement.',
    },
    'payload-refused': {
      title: 'Arrêté pour vous protéger',
      text: 'Rien n’a été signé. La demande ne correspondait pas à ce que vous avez confirmé. Ne réessayez pas : contactez l’assistance.',
    },
    'payment-failed': {
      title: 'Échec du paiement',
      text: 'Votre paiement n’est pas passé. Le motif figure dans les détails.',
    },
    'quote-expired': {
      title: 'Ce taux a expiré',
      text: 'Rien n’a été payé. Un taux n’est garanti que peu de temps : obtenez-en un nouveau.',
    },
    'screen-lock-missing': {
      title: 'Cet appareil n’a pas de verrouillage d’écran',
      text: 'Configurez une empreinte, un visage ou un code PIN, ou connectez-vous autrement.',
    },
    'service-failed': { title: 'Un problème est survenu de notre côté', text: 'Réessayez dans un instant.' },
    'session-ended': { title: 'Votre session a pris fin', text: 'Reconnectez-vous pour continuer.' },
    'set-up': { title: 'Cette page est mal configurée', text: 'Réessayer ne sert à rien. Contactez l’assistance.' },
    'sign-in-again': {
      title: 'Reconnectez-vous d’abord',
      text: 'Rien n’a été envoyé. Connectez-vous, puis réessayez.',
    },
    'sign-in-interrupted': { title: 'La connexion a été interrompue', text: 'Recommencez.' },
    'signed-out': { title: 'Connexion nécessaire', text: 'Connectez-vous pour continuer.' },
    slow: { title: 'C’est trop long', text: 'Nous n’avons pas eu de réponse. Réessayez.' },
    'start-over': { title: 'Impossible de continuer', text: 'Merci de recommencer.' },
    'storage-blocked': {
      title: 'Ce navigateur ne garde rien pour cette page',
      text: 'Votre session reste ouverte jusqu’à ce que vous quittiez la page. Pour la garder plus longtemps, autorisez ce site à enregistrer des données.',
    },
    'too-late': { title: 'C’était trop long', text: 'La demande a expiré avant d’être signée. Recommencez.' },
    'too-many': { title: 'Trop de tentatives', text: 'Patientez un instant.' },
    unknown: { title: 'Cela n’a pas marché', text: 'Réessayez. Si cela se reproduit, contactez l’assistance.' },
    unsupported: { title: 'Ce navigateur n’en est pas capable', text: 'Mettez-le à jour ou utilisez-en un autre.' },
    'wallet-not-ready': {
      title: 'Votre portefeuille n’est pas encore prêt',
      text: 'Il est en cours de configuration. Réessayez dans un instant.',
    },
  },
  actions: {
    retry: 'Réessayer',
    'sign-in': 'Se connecter',
    'log-in': 'S’identifier sur le site',
    'start-over': 'Recommencer',
    'new-code': 'Envoyer un nouveau code',
    'new-quote': 'Obtenir un nouveau taux',
    correct: 'Corriger',
    'other-way': 'Se connecter autrement',
    look: 'Vérifier l’état',
    reload: 'Recharger la page',
    support: 'Contacter l’assistance',
  },
  wait: 'Vous pourrez réessayer {time}.',
  screens: {
    signIn: signInFr,
    codeEntry: codeEntryFr,
    authorization: authorizationFr,
    review: reviewFr,
    framed: framedFr,
    payee: payeeFr,
    payment: paymentFr,
    press: pressFr,
    session: sessionFr,
    credentials: credentialsFr,
    sessions: sessionsFr,
    card: cardFr,
    balance: balanceFr,
    activity: activityFr,
  },
};
