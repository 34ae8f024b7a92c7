/** Spanish, for the page and for the elements in it. */
import type { PageTexts } from './en.ts';

export { es as elementsEs } from '../../messages/es.ts';

/** Spanish. */
export const pageEs: PageTexts = {
  back: 'Volver a {brand}',
  opening: 'Abriendo su cartera…',
  againTitle: 'Abra esta página de nuevo desde {brand}',
  again: 'Este enlace ya se usó o ha caducado.',
  signOutTitle: '¿Cerrar sesión en {brand}?',
  signOut: 'Cerrar sesión',
  signingOut: 'Cerrando sesión…',
  signedOut: 'Ha cerrado sesión',
  startOver: 'Vuelva a {brand} y empiece de nuevo.',
  choose: '¿Con qué cuenta quiere entrar?',
  home: 'Su cartera',
  methods: 'Formas de iniciar sesión',
  sessions: 'Dispositivos',
  cardFROZEN: 'Quiere bloquear su tarjeta. Confírmelo aquí.',
  cardACTIVE: 'Quiere desbloquear su tarjeta. Confírmelo aquí.',
  cardCLOSED: 'Quiere cerrar su tarjeta. Confírmelo aquí.',
  payee: 'Nuevo destinatario',
  payeeLead: 'Compare estos datos con los que le dieron.',
  payeeReading: 'Cargando el destinatario…',
  payeeName: 'Nombre',
  payeeBank: 'Banco',
  payeeNumber: 'Cuenta',
  confirm: 'Confirmar destinatario',
  confirming: 'Confirmando…',
  confirmed: 'Destinatario confirmado. Ya puede pagarle.',
  phrase: 'Frase de recuperación',
  phraseLead: 'Quien tenga estas palabras puede llevarse su dinero. {brand} nunca se las pedirá.',
  phraseAlone: 'Asegúrese de que nadie vea su pantalla.',
  show: 'Mostrar la frase',
  showing: 'Cargando la frase…',
  shown: 'Anote las palabras en este orden. Se ocultarán dentro de un minuto.',
  hide: 'Ocultar',
  hidden: 'Su frase está oculta.',
};
