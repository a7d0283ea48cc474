/** Before the title of a call whose outcome is another on purpose; the judge prints both and goes on. */
export const ON_PURPOSE = 'on purpose: '
