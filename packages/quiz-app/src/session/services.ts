import type { CognitoClient, CognitoError } from '@cognito-srp/client'
import { atom } from 'jotai'
import type { WritableAtom } from 'jotai'

import type { Env } from '../env.ts'

/** Configuration of the build. */
export const envAtom = givenAtom<Env>('configuration')

/** Client of the identity service, shared by the whole app. */
export const cognitoClientAtom = givenAtom<CognitoClient>('identity client')

/** `fetch` for the product API; tests replace it. */
export const fetchAtom = atom<{ fetch: typeof fetch }>({ fetch: (input, init) => globalThis.fetch(input, init) })

/** Whether this page came from the app shell's cache because its own server was unreachable. */
export const openedOfflineAtom = atom(false)

/** Whether an identity error is temporary: there was no reply in time, or the service reported an error that may pass. */
export function isUnreachable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code, retryable } = cause as CognitoError & { retryable?: boolean }
  return code === 'NetworkError' || code === 'TimeoutError' || retryable === true
}

/**
 * Creates an atom for a value that is set at startup.
 *
 * @param name name of the value, for the error that is thrown if the value is missing
 */
function givenAtom<Service extends object>(name: string): WritableAtom<Service, [Service], void> {
  const boxAtom = atom<{ service: Service } | null>(null)
  return atom(
    (get) => {
      const box = get(boxAtom)
      if (box === null) throw new Error(`The store was created without its ${name}.`)
      return box.service
    },
    (_get, set, service: Service) => set(boxAtom, { service }),
  )
}
