/** Where a sign-in stands. */
export type Step = 'signed-in' | 'totp' | 'sms' | 'new-password' | 'custom'

export type SignInInput = { username: string; password: string; flow?: 'srp' | 'custom-with-srp' }

/**
 * One client behind one shape, so that the same facts are proved of each. Failures reject with the service's code as
 * `name`. `storage` holds what the client keeps between sign-ins, the device's secret included.
 */
export type Peer = {
  signIn(input: SignInInput): Promise<Step>
  answer(text: string): Promise<Step>
  /** Key of the device the client remembers. */
  deviceKey(): string | undefined
  storage: Map<string, string>
}

/** Makes a client of its own, with nothing remembered. */
export type CreatePeer = (endpoint: string) => Peer

/** The stored value whose key ends so, as the public clients name their keys. */
export function storedUnder(storage: Map<string, string>, ending: string): string | undefined {
  return [...storage].find(([key]) => key.endsWith(`.${ending}`))?.[1]
}
