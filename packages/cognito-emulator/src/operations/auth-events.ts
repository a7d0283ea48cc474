import type { Pool } from '../pools/pools.ts'
import { resourceNotFound, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { hasThreatProtection } from '../users/auth-event-log.ts'
import type { AuthEvent, User } from '../users/user.ts'
import { namedUser } from './callers.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'

/** Operations on users' authentication events, in pools with threat protection. The emulator never detects a risk. */
export const authEventOperations: Operations = {
  AdminListUserAuthEvents: adminListUserAuthEvents,
  AdminUpdateAuthEventFeedback: adminUpdateAuthEventFeedback,
}

type EventServices = Pick<Services, 'pools' | 'users'>
/**
 * A time in the far future. Sort keys subtract the time of an event from this value, so that the newest event comes
 * first.
 */
const MAX_TIME_MS = 9e15

/** Lists the events of a user, newest first. */
function adminListUserAuthEvents(
  services: EventServices,
  input: Input<'AdminListUserAuthEvents'>,
): Output<'AdminListUserAuthEvents'> {
  const { user } = userWithEvents(services, input)
  const request = { limit: input.MaxResults, token: input.NextToken }
  const { page, nextToken } = pageOf(user.authEvents ?? [], request, ({ atMs, id }) => `${MAX_TIME_MS - atMs} ${id}`)
  return { AuthEvents: page.map((event) => describeEvent(event)), NextToken: nextToken }
}

function adminUpdateAuthEventFeedback(
  services: EventServices & Pick<Services, 'clock'>,
  input: Input<'AdminUpdateAuthEventFeedback'>,
): Output<'AdminUpdateAuthEventFeedback'> {
  const { pool, user } = userWithEvents(services, input)
  services.users.change(pool, user.username, ({ authEvents = [] }) => {
    const event = authEvents.find(({ id }) => id === input.EventId)
    if (!event) throw resourceNotFound('Event does not exist.')
    event.feedback = { value: input.FeedbackValue, atMs: services.clock.nowMs() }
  })
  return {}
}

/** @throws {ServiceError} UserPoolAddOnNotEnabledException if the pool does not record events. */
function userWithEvents(
  services: EventServices,
  input: { UserPoolId: string; Username: string },
): { pool: Pool; user: User } {
  const named = namedUser(services, input)
  if (hasThreatProtection(named.pool)) return named
  throw new ServiceError('UserPoolAddOnNotEnabledException', 'User pool add-ons are not enabled for this user pool.')
}

function describeEvent({
  id,
  type,
  response,
  atMs,
  feedback,
}: AuthEvent): NonNullable<Output<'AdminListUserAuthEvents'>['AuthEvents']>[number] {
  return {
    EventId: id,
    EventType: type,
    CreationDate: atMs / 1000,
    EventResponse: response,
    EventRisk: { RiskDecision: 'NoRisk', CompromisedCredentialsDetected: false },
    EventFeedback: feedback && {
      FeedbackValue: feedback.value,
      Provider: 'Admin',
      FeedbackDate: feedback.atMs / 1000,
    },
  }
}
