/** Portuguese. */
import type { CompleteLocale } from './locale.ts';
import { activityPt } from './screens/activity.ts';
import { authorizationPt } from './screens/authorization.ts';
import { balancePt } from './screens/balance.ts';
import { cardPt } from './screens/card.ts';
import { codeEntryPt } from './screens/code-entry.ts';
import { credentialsPt } from './screens/credentials.ts';
import { framedPt } from './screens/framed.ts';
import { payeePt } from './screens/payee.ts';
import { paymentPt } from './screens/payment.ts';
import { pressPt } from './screens/press.ts';
import { reviewPt } from './screens/review.ts';
import { sessionPt } from './screens/session.ts';
import { sessionsPt } from './screens/sessions.ts';
import { signInPt } from './screens/sign-in.ts';

/** Portuguese texts, in the formal address, with the words of Brazil. */
export const pt: CompleteLocale = {
  language: 'pt',
  messages: {
    'account-pending': {
      title: 'Esta conta ainda não foi confirmada',
      text: 'Nada foi pago. A verificação desta conta bancária pode levar alguns dias. Tente mais tarde ou escolha outra.',
    },
    'address-taken': { title: 'Este endereço já está em uso', text: 'Outra carteira usa este e-mail. Digite outro.' },
    'authenticator-failed': {
      title: 'Seu dispositivo não terminou',
      text: 'Nada mudou. Tente de novo ou entre de outra forma.',
    },
    'back-end-untrusted': {
      title: 'Esta conexão não é confiável',
      text: 'Seu código não foi enviado. Não tente de novo nesta rede: fale com o suporte.',
    },
    busy: { title: 'Uma coisa de cada vez', text: 'Isso já está em andamento. Aguarde, por favor.' },
    cancelled: { title: 'Cancelado', text: 'Nada mudou. Tente de novo quando quiser.' },
    'card-changed': { title: 'O cartão mudou', text: 'Confira a situação dele antes de continuar.' },
    'card-closed': { title: 'Este cartão foi encerrado', text: 'Um cartão encerrado não pode ser reaberto.' },
    'card-limit': {
      title: 'Não há mais cartões',
      text: 'No momento, você não pode adicionar outro cartão. Fale com o suporte.',
    },
    'card-not-ready': {
      title: 'O cartão ainda não está pronto',
      text: 'Ele está sendo preparado. Tente de novo daqui a pouco.',
    },
    'code-exhausted': { title: 'Muitos códigos errados', text: 'Este código não vale mais. Peça um novo.' },
    'code-expired': { title: 'Este código expirou', text: 'Peça um novo.' },
    'code-malformed': {
      title: 'Isto não é um código',
      text: 'Um código tem apenas letras e números. Copie-o de novo da mensagem.',
    },
    'code-wrong': {
      title: 'Este código não está certo',
      text: 'Confira a última mensagem. Se o código for o mesmo, ele expirou: peça um novo.',
    },
    'confirm-first': {
      title: 'Confirme primeiro',
      text: 'Nada mudou. Seu novo endereço ou número precisa ser confirmado antes. Fale com o suporte.',
    },
    'credential-exists': { title: 'Você já tem esta forma de entrar', text: 'Ela já faz parte da sua carteira.' },
    'credential-in-use': { title: 'Você entrou desta forma', text: 'Para removê-la, entre antes de outra forma.' },
    'credential-missing': {
      title: 'Esta forma de entrar não existe mais',
      text: 'Ela não pertence mais à sua carteira. Entre de outra forma.',
    },
    'document-needed': {
      title: 'Falta um documento',
      text: 'Nada foi pago. Este pagamento precisa de um documento. Fale com o suporte.',
    },
    'factor-unsupported': {
      title: 'Confirme de outra forma',
      text: 'Nenhum dinheiro saiu. Este pagamento exige mais do que um código: fale com o suporte.',
    },
    'identity-choice': { title: 'Qual conta?', text: 'Sua carteira tem várias contas de provedores. Escolha uma.' },
    'input-invalid': { title: 'Confira o formulário', text: 'Corrija o que você digitou e tente de novo.' },
    'insufficient-funds': {
      title: 'O saldo não é suficiente',
      text: 'Digite um valor menor ou adicione dinheiro antes.',
    },
    'key-not-deleted': {
      title: 'Talvez você não tenha saído',
      text: 'Saia de novo. Se esta mensagem voltar a aparecer, limpe os dados deste site.',
    },
    'limit-reached': { title: 'Isso passa do seu limite', text: 'Digite um valor menor ou tente de novo amanhã.' },
    'logged-out': { title: 'Você saiu deste site', text: 'Acesse o site de novo e depois continue com sua carteira.' },
    'not-allowed': { title: 'Isso não é possível', text: 'Sua carteira não permite isso.' },
    'not-approved': { title: 'Não confirmado', text: 'Nada foi assinado. Comece de novo para continuar.' },
    offline: { title: 'Sem conexão', text: 'Nada foi assinado. Verifique sua conexão e tente de novo.' },
    'outcome-unknown': {
      title: 'Não temos certeza se deu certo',
      text: 'Verifique o status. Isso não envia nada de novo.',
    },
    'page-outdated': {
      title: 'Recarregue esta página',
      text: 'Nada foi assinado. Verifique a conexão e recarregue a página.',
    },
    'passkey-busy': { title: 'Há outra solicitação aberta', text: 'Responda a ela ou feche-a, depois tente de novo.' },
    'passkey-choice': {
      title: 'Qual chave de acesso?',
      text: 'Sua carteira tem várias chaves de acesso. Escolha uma.',
    },
    'passkey-exists': {
      title: 'Esta chave de acesso já existe',
      text: 'Este dispositivo tem uma chave de acesso para sua carteira. Entre com ela.',
    },
    'passkey-not-here': {
      title: 'A chave de acesso não está neste dispositivo',
      text: 'Use o dispositivo ou a chave de segurança onde ela está, ou entre de outra forma.',
    },
    'passkey-timed-out': { title: 'Seu dispositivo esperou demais', text: 'Nada mudou. Tente de novo.' },
    'passkeys-missing': {
      title: 'Sem chaves de acesso aqui',
      text: 'As chaves de acesso não funcionam neste navegador. Entre de outra forma.',
    },
    'payload-refused': {
      title: 'Interrompido para sua proteção',
      text: 'Nada foi assinado. O pedido não correspondia ao que você confirmou. Não tente de novo: fale com o suporte.',
    },
    'payment-failed': {
      title: 'O pagamento falhou',
      text: 'Seu pagamento não foi concluído. Veja o motivo nos detalhes.',
    },
    'quote-expired': {
      title: 'Esta cotação expirou',
      text: 'Nada foi pago. A cotação vale por pouco tempo: peça uma nova.',
    },
    'screen-lock-missing': {
      title: 'Este dispositivo não tem bloqueio de tela',
      text: 'Configure impressão digital, rosto ou PIN, ou entre de outra forma.',
    },
    'service-failed': { title: 'Algo deu errado do nosso lado', text: 'Tente de novo daqui a pouco.' },
    'session-ended': { title: 'Sua sessão terminou', text: 'Entre de novo para continuar.' },
    'set-up': {
      title: 'Esta página não está bem configurada',
      text: 'Tentar de novo não resolve. Fale com o suporte.',
    },
    'sign-in-again': { title: 'Primeiro, entre de novo', text: 'Nada foi enviado. Entre e tente de novo.' },
    'sign-in-interrupted': { title: 'O acesso foi interrompido', text: 'Comece de novo.' },
    'signed-out': { title: 'É preciso entrar', text: 'Entre para continuar.' },
    slow: { title: 'Está demorando demais', text: 'Não houve resposta. Tente de novo.' },
    'start-over': { title: 'Não é possível continuar', text: 'Comece de novo, por favor.' },
    'storage-blocked': {
      title: 'Este navegador não guarda nada para esta página',
      text: 'Sua sessão fica aberta até você sair da página. Para mantê-la, permita que este site guarde dados.',
    },
    'too-late': { title: 'Demorou demais', text: 'O pedido expirou antes de ser assinado. Comece de novo.' },
    'too-many': { title: 'Muitas tentativas', text: 'Aguarde um momento.' },
    unknown: { title: 'Não deu certo', text: 'Tente de novo. Se acontecer outra vez, fale com o suporte.' },
    unsupported: { title: 'Este navegador não consegue fazer isso', text: 'Atualize-o ou use outro.' },
    'wallet-not-ready': {
      title: 'Sua carteira ainda não está pronta',
      text: 'Ela está sendo configurada. Tente de novo daqui a pouco.',
    },
  },
  actions: {
    retry: 'Tentar de novo',
    'sign-in': 'Entrar',
    'log-in': 'Acessar o site',
    'start-over': 'Começar de novo',
    'new-code': 'Enviar novo código',
    'new-quote': 'Pedir nova cotação',
    correct: 'Corrigir',
    'other-way': 'Entrar de outra forma',
    look: 'Verificar status',
    reload: 'Recarregar a página',
    support: 'Falar com o suporte',
  },
  wait: 'Você poderá tentar de novo {time}.',
  screens: {
    signIn: signInPt,
    codeEntry: codeEntryPt,
    authorization: authorizationPt,
    review: reviewPt,
    framed: framedPt,
    payee: payeePt,
    payment: paymentPt,
    press: pressPt,
    session: sessionPt,
    credentials: credentialsPt,
    sessions: sessionsPt,
    card: cardPt,
    balance: balancePt,
    activity: activityPt,
  },
};
