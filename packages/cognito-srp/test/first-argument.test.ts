import { expect, test } from 'vitest'

import * as client from '../src/index.ts'
import * as oauth from '../src/oauth/index.ts'
import * as react from '../src/react/index.ts'

/** Exported functions without a client parameter. */
const WITHOUT_CLIENT: ReadonlySet<unknown> = new Set([
  client.authenticationOf,
  client.cookieStorage,
  client.createCognitoClient,
  client.isCognitoError,
  client.isSessionValid,
  client.memoryStorage,
  client.parseChallenge,
  client.provePasskey,
  client.readStepUpChallenge,
  client.totpUri,
])

type Call = (...given: unknown[]) => unknown

const calls = Object.entries<unknown>({ ...client, ...oauth, ...react }).filter(
  (entry): entry is [string, Call] =>
    typeof entry[1] === 'function' && !(entry[1].prototype instanceof Error) && !WITHOUT_CLIENT.has(entry[1]),
)

/**
 * Second argument with values that some functions would otherwise read from the session. A missing session therefore cannot be the
 * cause of an error.
 */
const INPUT = { username: 'ana', name: 'MFA_SETUP', deviceKey: 'device-1', token: 'token-1' }

test.each(calls)('%s throws a ConfigurationError if the first argument is not a client', async (_name, call) => {
  for (const given of [[], [null, INPUT], ['ana', INPUT], [INPUT]]) {
    await expect(Promise.try(call, ...given)).rejects.toMatchObject({
      code: 'ConfigurationError',
      message: 'The first argument must be a client.',
    })
  }
})
