/**
 * Prefix of the title of a call whose outcome differs on purpose. The comparison prints both outcomes and continues.
 */
export const ON_PURPOSE = 'on purpose: '
