/** The Trusted Types policies that scripts of the page may make. */
export const trustedTypes = ["'none'"];
