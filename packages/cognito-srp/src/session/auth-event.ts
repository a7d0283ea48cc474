/** A change of who is signed in, or of the tokens. */
export type AuthEvent = { type: 'signedIn' | 'signedOut' | 'refreshed'; username: string }
