import { invalidParameter } from '../../service-error.ts'
import { createPasswordRecord } from '../../srp/handshake.ts'
import { applyAttributes, checkAttributes } from '../../users/attributes.ts'
import { checkPassword } from '../../users/password-policy.ts'
import { namedDevice } from '../complete.ts'
import { askSecondFactor } from '../next-step.ts'
import { requireParameter, type AuthAnswer, type Turn } from '../sign-in.ts'

const PREFIX = 'userAttributes.'

/** Answers NEW_PASSWORD_REQUIRED: the password of the user's own choice, and the attributes that were missing. */
export async function answerNewPassword(turn: Turn<'NEW_PASSWORD_REQUIRED'>): Promise<AuthAnswer> {
  const { services, caller, progress, responses } = turn
  const { pool } = caller
  const newPassword = requireParameter(responses, 'NEW_PASSWORD')
  const user = services.users.get(pool, progress.username)
  namedDevice(turn, user)
  checkPassword(newPassword, pool.settings.passwordPolicy)
  const given = attributesOf(responses)
  checkAttributes(pool, given)
  for (const name of pool.settings.requiredAttributes ?? []) {
    if (!given[name] && !user.attributes[name]) throw invalidParameter(`Missing required attribute ${name}`)
  }
  const identity = { poolName: pool.name, userId: user.username }
  const password = await services.compute(() => createPasswordRecord(identity, newPassword))
  const changed = services.users.change(pool, user.username, (draft) => {
    draft.password = password
    draft.status = 'CONFIRMED'
    delete draft.temporaryPasswordExpiresAtMs
    applyAttributes(draft, given)
  })
  return askSecondFactor(turn, changed)
}

function attributesOf(responses: Record<string, string>): Record<string, string> {
  const entries = Object.entries(responses).filter(([name]) => name.startsWith(PREFIX))
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(PREFIX.length), value]))
}
