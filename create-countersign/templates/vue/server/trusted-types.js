/** The Trusted Types policies that scripts of the page may make: Vue makes one. */
export const trustedTypes = ['vue'];
