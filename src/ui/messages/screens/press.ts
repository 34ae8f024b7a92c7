/** Texts of every button that signs. */

/** English. */
export const pressEn = {
  wait: 'Wait a moment, then press once.',
  outOfView: 'The button wasn’t fully in view. Read, then press again.',
};
