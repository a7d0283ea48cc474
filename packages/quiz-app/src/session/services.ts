import type { CognitoClient } from '@cognito-srp/client'
import { atom } from 'jotai'

import type { Env } from '../env.ts'
import { serviceAtom } from './service-atom.ts'

/** The configuration the app was built with. */
export const envAtom = serviceAtom<Env>('configuration')

/** The one client of the identity service. */
export const cognitoClientAtom = serviceAtom<CognitoClient>('identity client')

/** How the product API is reached; the platform's `fetch` unless a test replaces the network. */
export const fetchAtom = atom<{ fetch: typeof fetch }>({ fetch: (input, init) => globalThis.fetch(input, init) })
