import type { ClientConfig } from '../options/client-options.ts'
import { authSessionEndMs } from '../pools/pools.ts'
import { createSessionText, isSameSecret } from '../pools/secrets.ts'
import { invalidSession } from '../service-error.ts'
import { sha256 } from '../srp/group.ts'
import type { SignUpSession, User } from './user.ts'

/** Replaces the user's Session. @returns the new Session, of which only a hash is stored */
export function openSignUpSession(
  user: User,
  { step, client, nowMs }: { step: SignUpSession['step']; client: ClientConfig; nowMs: number },
): string {
  const session = createSessionText()
  const expiresAtMs = authSessionEndMs(client, nowMs)
  user.signUpSession = { step, hash: hashOf(session), clientId: client.id, expiresAtMs, isUsed: false }
  return session
}

/** A Session in a request, with its step and client. */
export type PresentedSession = { step: SignUpSession['step']; session: string; client: ClientConfig; nowMs: number }

/**
 * Checks the Session of a user.
 *
 * @throws {ServiceError} NotAuthorizedException if the Session belongs to another user, client or step, was already used,
 *   or has expired.
 */
export function checkSignUpSession(user: User | undefined, presented: PresentedSession): void {
  const kept = user?.signUpSession
  const isOurs = kept?.step === presented.step && kept.clientId === presented.client.id
  if (!isOurs || !isSameSecret(kept.hash, hashOf(presented.session))) throw invalidSession()
  if (kept.isUsed) throw invalidSession(', session can only be used once')
  if (presented.nowMs >= kept.expiresAtMs) throw invalidSession(', session is expired')
}

/** Checks a Session and marks it as used. @throws {ServiceError} as {@link checkSignUpSession}. */
export function takeSignUpSession(user: User, presented: PresentedSession): void {
  checkSignUpSession(user, presented)
  if (user.signUpSession) user.signUpSession.isUsed = true
}

function hashOf(session: string): string {
  return sha256(session).toString('base64url')
}
