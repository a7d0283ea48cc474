import { createModPow as createPlatformModPow } from '#modpow'

import { lazy } from './lazy.ts'
import type { ModPow } from './modpow/modpow.ts'
import { cognitoSuite, type Group } from './suite.ts'

/**
 * The fastest exponentiation of this platform in a group. The type is written out, because TypeScript's oldest module
 * resolution does not know the `imports` of a package.
 */
export const createModPow: (group: Group) => ModPow = createPlatformModPow

/** Exponentiation in Cognito's group; one for all sign-ins, so that its constants are built once. */
export const cognitoModPow: () => ModPow = lazy(() => createModPow(cognitoSuite()))
