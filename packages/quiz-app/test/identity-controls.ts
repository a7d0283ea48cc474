import { inject } from 'vitest'

import { ADMIN_HEADERS, poolIds } from './account.ts'

/** The code that the user pool sent last, to whatever destination. */
export async function lastSentCode(pool: string): Promise<string> {
  const reply = await fetch(control('outbox'), { headers: ADMIN_HEADERS })
  const messages = (await reply.json()) as { userPoolId: string; code: string }[]
  return messages.findLast(({ userPoolId }) => userPoolId === poolIds(pool).userPoolId)?.code ?? ''
}

/** Lets the next call of an operation end without an answer; a browser sends it again once over a fresh connection. */
export async function dropNext(operation: string): Promise<void> {
  const body = JSON.stringify({ operation, times: 2, fault: { kind: 'drop' } })
  await fetch(control('faults'), { method: 'POST', headers: ADMIN_HEADERS, body })
}

function control(name: string): URL {
  return new URL(`_emulator/${name}`, inject('identityUrl'))
}
