/** Portuguese, for the page and for the elements in it. */
import type { PageTexts } from './en.ts';

export { pt as elementsPt } from '../../messages/pt.ts';

/** Portuguese. */
export const pagePt: PageTexts = {
  back: 'Voltar para {brand}',
  opening: 'Abrindo sua carteira…',
  againTitle: 'Abra esta página de novo a partir de {brand}',
  again: 'Este link já foi usado ou expirou.',
  signOutTitle: 'Sair de {brand}?',
  signOut: 'Sair',
  signingOut: 'Saindo…',
  signedOut: 'Você saiu',
  startOver: 'Volte para {brand} e comece de novo.',
  choose: 'Com qual conta você quer entrar?',
  home: 'Sua carteira',
  methods: 'Formas de entrar',
  sessions: 'Dispositivos',
  cardFROZEN: 'Você quer bloquear seu cartão. Confirme aqui.',
  cardACTIVE: 'Você quer desbloquear seu cartão. Confirme aqui.',
  cardCLOSED: 'Você quer encerrar seu cartão. Confirme aqui.',
  payee: 'Novo beneficiário',
  payeeLead: 'Compare estes dados com os que você recebeu.',
  payeeReading: 'Carregando o beneficiário…',
  payeeName: 'Nome',
  payeeBank: 'Banco',
  payeeNumber: 'Conta',
  confirm: 'Confirmar beneficiário',
  confirming: 'Confirmando…',
  confirmed: 'Beneficiário confirmado. Agora você pode pagar.',
  phrase: 'Frase de recuperação',
  phraseLead: 'Quem tiver estas palavras pode levar seu dinheiro. {brand} nunca vai pedi-las.',
  phraseAlone: 'Verifique se ninguém pode ver sua tela.',
  show: 'Mostrar a frase',
  showing: 'Carregando a frase…',
  shown: 'Anote as palavras nesta ordem. Elas serão ocultadas em um minuto.',
  hide: 'Ocultar',
  hidden: 'Sua frase está oculta.',
};
