import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { notAuthorized, type ServiceError } from '../service-error.ts'
import { sha256 } from '../srp/group.ts'
import type { Client } from './client-description.ts'

const SESSION_LENGTH_BYTES = 96

/** A Session: what only who got it can name. */
export function createSessionText(): string {
  return randomBytes(SESSION_LENGTH_BYTES).toString('base64url')
}

/** Compares a secret with what was given for it, in a time that tells nothing. */
export function isSameSecret(expected: string, given: string): boolean {
  return timingSafeEqual(sha256(expected), sha256(given))
}

/**
 * Checks SECRET_HASH = base64(HMAC-SHA256(clientSecret, username | clientId)) of a client that has a secret.
 *
 * @param usernames by which the request may call the user
 * @throws {ServiceError} NotAuthorizedException
 */
export function checkSecretHash(client: Client, usernames: string[], secretHash: string | undefined): void {
  if (client.secret === undefined && secretHash === undefined) return
  if (secretHash === undefined) {
    throw notAuthorized(`Client ${client.id} is configured with secret but SECRET_HASH was not received`)
  }
  const { id, secrets } = client
  const proves = (secret: string) => usernames.some((name) => isSameSecret(secretHashOf(secret, name, id), secretHash))
  if (!secrets.some(proves)) throw notAuthorized(`Unable to verify secret hash for client ${id}`)
}

/** The SECRET_HASH of a user for a client that has the secret. */
export function secretHashOf(secret: string, username: string, clientId: string): string {
  return createHmac('sha256', secret).update(username).update(clientId).digest('base64')
}

/**
 * Checks a client secret that is sent as it is.
 *
 * @param refuse the operation's own error, where it is not NotAuthorizedException
 * @throws {ServiceError}
 */
export function checkClientSecret(
  client: Client,
  secret: string | undefined,
  refuse: (message: string) => ServiceError = notAuthorized,
): void {
  if (client.secret === undefined && secret === undefined) return
  if (client.secret !== undefined && secret === undefined) {
    throw refuse(`Client ${client.id} is configured for secret but secret was not received`)
  }
  if (!client.secrets.some((own) => isSameSecret(own, secret ?? ''))) throw refuse('Invalid client secret')
}
