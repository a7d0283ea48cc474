/**
 * Prefix for the titles of calls whose outcomes differ intentionally. The comparison prints both outcomes and continues.
 */
export const ON_PURPOSE = 'on purpose: '
