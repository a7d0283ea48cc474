import type { CognitoClient, CognitoError } from '@cognito-srp/client'
import { atom } from 'jotai'
import type { WritableAtom } from 'jotai'

import type { Env } from '../env.ts'

/** The configuration the app was built with. */
export const envAtom = givenAtom<Env>('configuration')

/** The one client of the identity service. */
export const cognitoClientAtom = givenAtom<CognitoClient>('identity client')

/** How the product API is reached; the platform's `fetch` unless a test replaces the network. */
export const fetchAtom = atom<{ fetch: typeof fetch }>({ fetch: (input, init) => globalThis.fetch(input, init) })

/** Whether this page came from the cache of the app shell because its own server could not be reached. */
export const openedOfflineAtom = atom(false)

/** Whether an error of the identity client says that the service could not be reached, and nothing about the user. */
export function isUnreachable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code, retryable } = cause as CognitoError & { retryable?: boolean }
  return code === 'NetworkError' || code === 'TimeoutError' || retryable === true
}

/**
 * An atom for something the app is given at start.
 *
 * @param name for the error of a store that was not given it
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
