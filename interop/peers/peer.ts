/** State of a sign-in: completed, or the challenge to answer next. */
export type Step = 'signed-in' | 'totp' | 'sms' | 'new-password' | 'custom'

export type SignInInput = { username: string; password: string; flow?: 'srp' | 'custom-with-srp' }

/**
 * Common interface for all clients, so that the same tests run with every client. Failures reject with the service's
 * code as `name`. `storage` contains everything that the client stores between sign-ins, including the device's secret.
 */
export type Peer = {
  signIn(input: SignInInput): Promise<Step>
  answer(text: string): Promise<Step>
  /** Key of the device that the client remembers. */
  deviceKey(): string | undefined
  storage: Map<string, string>
}

/** Creates a new client with an empty storage. */
export type CreatePeer = (endpoint: string) => Peer

/** Returns the stored value whose key ends with `.${ending}`. All clients use keys of this form. */
export function storedUnder(storage: Map<string, string>, ending: string): string | undefined {
  return [...storage].find(([key]) => key.endsWith(`.${ending}`))?.[1]
}
