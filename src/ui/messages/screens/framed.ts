/** Texts of an element that another site frames. */

/** English. */
export const framedEn = {
  text: 'Another site is showing this page. Open it in a window of its own to go on.',
};
