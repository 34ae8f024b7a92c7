/** Spanish. */
import type { CompleteLocale } from './locale.ts';
import { activityEs } from './screens/activity.ts';
import { authorizationEs } from './screens/authorization.ts';
import { balanceEs } from './screens/balance.ts';
import { cardEs } from './screens/card.ts';
import { codeEntryEs } from './screens/code-entry.ts';
import { credentialsEs } from './screens/credentials.ts';
import { framedEs } from './screens/framed.ts';
import { payeeEs } from './screens/payee.ts';
import { paymentEs } from './screens/payment.ts';
import { pressEs } from './screens/press.ts';
import { reviewEs } from './screens/review.ts';
import { sessionEs } from './screens/session.ts';
import { sessionsEs } from './screens/sessions.ts';
import { signInEs } from './screens/sign-in.ts';

/** Spanish texts, in the formal address. */
export const es: CompleteLocale = {
  language: 'es',
  messages: {
    'account-pending': {
      title: 'Esta cuenta aún no está confirmada',
      text: 'No se ha pagado nada. Comprobar esta cuenta bancaria puede tardar unos días. Inténtelo más tarde o elija otra.',
    },
    'address-taken': {
      title: 'Esta dirección ya está en uso',
      text: 'Otra cartera utiliza este correo electrónico. Introduzca otro.',
    },
    'authenticator-failed': {
      title: 'Su dispositivo no ha terminado',
      text: 'No se ha cambiado nada. Inténtelo de nuevo o inicie sesión de otra forma.',
    },
    'back-end-untrusted': {
      title: 'Esta conexión no es de confianza',
      text: 'Su código no se ha enviado. No lo intente de nuevo en esta red y póngase en contacto con soporte.',
    },
    busy: { title: 'Cada cosa a su tiempo', text: 'Esto ya está en curso. Espere, por favor.' },
    cancelled: { title: 'Cancelado', text: 'No se ha cambiado nada. Puede intentarlo de nuevo cuando quiera.' },
    'card-changed': { title: 'La tarjeta ha cambiado', text: 'Compruebe su estado antes de continuar.' },
    'card-closed': { title: 'Esta tarjeta está cerrada', text: 'Una tarjeta cerrada no se puede volver a abrir.' },
    'card-limit': {
      title: 'No hay más tarjetas',
      text: 'Por ahora no puede añadir otra tarjeta. Póngase en contacto con soporte.',
    },
    'card-not-ready': {
      title: 'La tarjeta aún no está lista',
      text: 'Se está preparando. Inténtelo de nuevo en un momento.',
    },
    'code-exhausted': { title: 'Demasiados códigos erróneos', text: 'Este código ya no sirve. Solicite uno nuevo.' },
    'code-expired': { title: 'Este código ha caducado', text: 'Solicite uno nuevo.' },
    'code-malformed': {
      title: 'Esto no es un código',
      text: 'Un código solo tiene letras y números. Vuelva a copiarlo del mensaje.',
    },
    'code-wrong': {
      title: 'Este código no es correcto',
      text: 'Revise el último mensaje. Si el código coincide, ha caducado: solicite uno nuevo.',
    },
    'confirm-first': {
      title: 'Primero hay que confirmarlo',
      text: 'No se ha cambiado nada. Su nueva dirección o su nuevo número debe confirmarse antes. Póngase en contacto con soporte.',
    },
    'credential-exists': { title: 'Ya lo tiene', text: 'Ya puede iniciar sesión de esta forma.' },
    'credential-in-use': {
      title: 'Ha iniciado sesión con ella',
      text: 'Para eliminarla, inicie sesión antes de otra forma.',
    },
    'credential-missing': {
      title: 'Esta forma de iniciar sesión ya no existe',
      text: 'Ya no pertenece a su cartera. Inicie sesión de otra forma.',
    },
    'document-needed': {
      title: 'Falta un documento',
      text: 'No se ha pagado nada. Este pago necesita un documento. Póngase en contacto con soporte.',
    },
    'factor-unsupported': {
      title: 'Confírmelo de otra manera',
      text: 'No se ha movido dinero. Este pago necesita más que un código: póngase en contacto con el soporte.',
    },
    'identity-choice': { title: '¿Qué cuenta?', text: 'Su cartera tiene varias cuentas de proveedores. Elija una.' },
    'input-invalid': { title: 'Revise el formulario', text: 'Corrija lo que ha introducido e inténtelo de nuevo.' },
    'insufficient-funds': {
      title: 'No hay saldo suficiente',
      text: 'Introduzca un importe menor o añada dinero antes.',
    },
    'key-not-deleted': {
      title: 'Quizá su sesión siga abierta',
      text: 'Cierre sesión de nuevo. Si este mensaje vuelve a aparecer, borre los datos de este sitio.',
    },
    'limit-reached': {
      title: 'Esto supera su límite',
      text: 'Introduzca un importe menor o inténtelo de nuevo mañana.',
    },
    'logged-out': {
      title: 'Ha salido de este sitio',
      text: 'Vuelva a acceder al sitio y después continúe con su cartera.',
    },
    'not-allowed': { title: 'Esto no es posible', text: 'No está permitido para su cartera.' },
    'not-approved': {
      title: 'No autorizado',
      text: 'No se ha firmado nada. Empiece de nuevo si desea continuar.',
    },
    offline: {
      title: 'Sin conexión',
      text: 'No se ha firmado nada. Compruebe su conexión e inténtelo de nuevo.',
    },
    'outcome-unknown': {
      title: 'No sabemos si se ha realizado',
      text: 'Compruebe su estado. Al comprobarlo no se envía otra vez.',
    },
    'page-outdated': {
      title: 'Vuelva a cargar esta página',
      text: 'No se ha firmado nada. Compruebe la conexión y vuelva a cargarla.',
    },
    'passkey-busy': { title: 'Hay otra solicitud abierta', text: 'Respóndala o ciérrela y vuelva a intentarlo.' },
    'passkey-choice': {
      title: '¿Qué llave de acceso?',
      text: 'Su cartera tiene varias llaves de acceso. Elija una.',
    },
    'passkey-exists': {
      title: 'Esta llave de acceso ya existe',
      text: 'Este dispositivo tiene una llave de acceso para su cartera. Inicie sesión con ella.',
    },
    'passkey-not-here': {
      title: 'La llave de acceso no está en este dispositivo',
      text: 'Use el dispositivo o la llave de seguridad que la contiene, o inicie sesión de otra forma.',
    },
    'passkey-timed-out': {
      title: 'Su dispositivo ha esperado demasiado',
      text: 'No se ha cambiado nada. Inténtelo de nuevo.',
    },
    'passkeys-missing': {
      title: 'Aquí no hay llaves de acceso',
      text: 'Las llaves de acceso no funcionan en este navegador. Inicie sesión de otra forma.',
    },
    'payload-refused': {
      title: 'Detenido para protegerle',
      text: 'La petición no coincidía con lo que usted aprobó. No se ha firmado nada. No lo intente de nuevo y póngase en contacto con soporte.',
    },
    'payment-failed': {
      title: 'El pago ha fallado',
      text: 'Su pago no se ha completado. Consulte el motivo en sus detalles.',
    },
    'quote-expired': {
      title: 'Este cambio ha caducado',
      text: 'No se ha pagado nada. El cambio se garantiza poco tiempo: solicite uno nuevo.',
    },
    'screen-lock-missing': {
      title: 'Este dispositivo no tiene bloqueo de pantalla',
      text: 'Configure una huella, el rostro o un PIN, o inicie sesión de otra forma.',
    },
    'service-failed': { title: 'Algo ha fallado por nuestra parte', text: 'Inténtelo de nuevo en un momento.' },
    'session-ended': { title: 'Se ha cerrado su sesión', text: 'Vuelva a iniciar sesión para continuar.' },
    'set-up': {
      title: 'Esta página no está bien configurada',
      text: 'Intentarlo de nuevo no sirve. Póngase en contacto con soporte.',
    },
    'sign-in-again': {
      title: 'Vuelva a iniciar sesión',
      text: 'No se ha enviado nada. Inicie sesión e inténtelo de nuevo.',
    },
    'sign-in-interrupted': { title: 'Se ha interrumpido el inicio de sesión', text: 'Empiece de nuevo.' },
    'signed-out': { title: 'No ha iniciado sesión', text: 'Inicie sesión para continuar.' },
    slow: { title: 'Está tardando demasiado', text: 'No ha habido respuesta. Inténtelo de nuevo.' },
    'start-over': { title: 'Esto no puede continuar', text: 'Empiece de nuevo, por favor.' },
    'storage-blocked': {
      title: 'Este navegador no guarda nada para esta página',
      text: 'Su sesión seguirá abierta hasta que salga de la página. Para mantenerla, permita que este sitio guarde datos.',
    },
    'too-late': {
      title: 'Ha pasado demasiado tiempo',
      text: 'La petición caducó antes de firmarse. Empiece de nuevo.',
    },
    'too-many': { title: 'Demasiados intentos', text: 'Espere un momento.' },
    unknown: {
      title: 'No ha funcionado',
      text: 'Inténtelo de nuevo. Si vuelve a ocurrir, póngase en contacto con soporte.',
    },
    unsupported: { title: 'Este navegador no puede hacerlo', text: 'Actualícelo o use otro.' },
    'wallet-not-ready': {
      title: 'Su cartera aún no está lista',
      text: 'Se está configurando. Inténtelo de nuevo en un momento.',
    },
  },
  actions: {
    retry: 'Intentar de nuevo',
    'sign-in': 'Iniciar sesión',
    'log-in': 'Acceder al sitio',
    'start-over': 'Empezar de nuevo',
    'new-code': 'Enviar otro código',
    'new-quote': 'Pedir otro cambio',
    correct: 'Corregir',
    'other-way': 'Iniciar sesión de otra forma',
    look: 'Comprobar el estado',
    reload: 'Recargar la página',
    support: 'Contactar con soporte',
  },
  wait: 'Podrá intentarlo {time}.',
  screens: {
    signIn: signInEs,
    codeEntry: codeEntryEs,
    authorization: authorizationEs,
    review: reviewEs,
    framed: framedEs,
    payee: payeeEs,
    payment: paymentEs,
    press: pressEs,
    session: sessionEs,
    credentials: credentialsEs,
    sessions: sessionsEs,
    card: cardEs,
    balance: balanceEs,
    activity: activityEs,
  },
};
