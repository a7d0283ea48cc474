import { getAccessToken } from '@cognito-srp/client'
import { atom } from 'jotai'

import { createNetwork } from '../api/network.ts'
import { ApiError } from '../api/api-error.ts'
import { createQuizApi } from '../api/quiz-api.ts'
import type { TokenNeed } from '../api/sender.ts'
import { logFailure } from '../failure-log.ts'
import { cognitoClientAtom, envAtom, fetchAtom, isUnreachable, openedOfflineAtom } from './services.ts'

/**
 * The product API, called with the current user's access token. The atom has its own module, so that the login screen does not load the
 * API.
 */
export const quizApiAtom = atom((get) => {
  const client = get(cognitoClientAtom)

  let lastToken: string | null = null

  async function accessToken({ forceRefresh, isPageLeaving }: TokenNeed): Promise<string> {
    if (isPageLeaving && lastToken !== null) return lastToken // an unloading page has no time for another request
    try {
      lastToken = await getAccessToken(client, { forceRefresh })
      return lastToken
    } catch (cause) {
      if (!isUnreachable(cause)) throw cause
      throw new ApiError('NoToken', 'The identity service returned no access token.', { cause })
    }
  }

  return createQuizApi({
    baseUrl: get(envAtom).apiUrl,
    accessToken,
    fetch: get(fetchAtom).fetch,
    onSkipped: (skipped) => logFailure('Malformed questions were left out of the bank.', skipped),
    onMalformedEntries: (entries) => logFailure('Malformed statistics were repaired or left out.', entries),
  })
})

/** State of the connection to the product API. */
export const networkAtom = atom((get) =>
  createNetwork({ apiUrl: get(envAtom).apiUrl, wasOpenedOffline: get(openedOfflineAtom) }),
)
