import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { notAuthorized, type ServiceError } from '../service-error.ts'
import { sha256 } from '../srp/group.ts'
import type { Client } from './client-description.ts'

const SESSION_LENGTH_BYTES = 96

/** Generates a Session, which is a random string that cannot be guessed. */
export function createSessionText(): string {
  return randomBytes(SESSION_LENGTH_BYTES).toString('base64url')
}

/** Compares two secrets in constant time. */
export function isSameSecret(expected: string, actual: string): boolean {
  return timingSafeEqual(sha256(expected), sha256(actual))
}

/**
 * Checks SECRET_HASH = base64(HMAC-SHA256(clientSecret, username | clientId)) if the client has a secret or the request
 * contains a hash.
 *
 * @param usernames names of the user, any of which can be in the hash
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

/** Computes the SECRET_HASH of a user for a client secret. */
export function secretHashOf(secret: string, username: string, clientId: string): string {
  return createHmac('sha256', secret).update(username).update(clientId).digest('base64')
}

/**
 * Checks a client secret that the request contains as plain text.
 *
 * @param createError creates the operation's own error, if the operation does not throw NotAuthorizedException
 * @throws {ServiceError}
 */
export function checkClientSecret(
  client: Client,
  secret: string | undefined,
  createError: (message: string) => ServiceError = notAuthorized,
): void {
  if (client.secret === undefined && secret === undefined) return
  if (client.secret !== undefined && secret === undefined) {
    throw createError(`Client ${client.id} is configured for secret but secret was not received`)
  }
  if (!client.secrets.some((own) => isSameSecret(own, secret ?? ''))) throw createError('Invalid client secret')
}
