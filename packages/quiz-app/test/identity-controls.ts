import { inject } from 'vitest'

import { ADMIN_HEADERS, poolIds } from './account.ts'

/** The code that the user pool sent last, to whatever destination. */
export async function lastSentCode(pool: string): Promise<string> {
  const reply = await fetch(new URL('_emulator/outbox', inject('identityUrl')), { headers: ADMIN_HEADERS })
  const messages = (await reply.json()) as { userPoolId: string; code: string }[]
  return messages.findLast(({ userPoolId }) => userPoolId === poolIds(pool).userPoolId)?.code ?? ''
}
