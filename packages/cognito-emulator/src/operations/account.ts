import type { Pool } from '../pools/pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import {
  applyAttributes,
  checkChangedAttributes,
  checkMayRead,
  checkMayWrite,
  checkRemovedAttributes,
  listAttributes,
  mayRead,
  readAttributes,
  removeAttribute,
} from '../users/attributes.ts'
import { changeAttributes } from '../users/change-attributes.ts'
import type { Destination, User } from '../users/user.ts'
import { mfaSettings } from './mfa.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Operations that signed-in users call on their own accounts. */
export const accountOperations: Operations = {
  GetUser: getUser,
  UpdateUserAttributes: updateUserAttributes,
  DeleteUserAttributes: deleteUserAttributes,
  GetUserAttributeVerificationCode: sendAttributeCode,
  VerifyUserAttribute: verifyUserAttribute,
  DeleteUser: deleteUser,
}

async function getUser(
  { tokens }: Pick<Services, 'tokens'>,
  { AccessToken }: Input<'GetUser'>,
): Promise<Output<'GetUser'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  const readable = listAttributes(user).filter(({ Name }) => mayRead(caller.client, Name))
  return { Username: user.username, UserAttributes: readable, ...mfaSettings(user) }
}

async function updateUserAttributes(
  { tokens, users, codes }: Pick<Services, 'tokens' | 'users' | 'codes'>,
  { AccessToken, UserAttributes, ClientMetadata }: Input<'UpdateUserAttributes'>,
): Promise<Output<'UpdateUserAttributes'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  const { pool } = caller
  const attributes = readAttributes(UserAttributes)
  checkMayWrite(caller, Object.keys(attributes))
  checkChangedAttributes(pool, attributes)
  return {
    CodeDeliveryDetailsList: await changeAttributes({ users, codes }, caller, {
      user,
      attributes,
      clientMetadata: ClientMetadata,
    }),
  }
}

async function deleteUserAttributes(
  { tokens, users }: Pick<Services, 'tokens' | 'users'>,
  { AccessToken, UserAttributeNames }: Input<'DeleteUserAttributes'>,
): Promise<Output<'DeleteUserAttributes'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  checkMayWrite(caller, UserAttributeNames)
  checkRemovedAttributes(caller.pool, UserAttributeNames)
  users.change(caller.pool, user.username, (draft) => {
    for (const name of UserAttributeNames) removeAttribute(draft, name)
  })
  return {}
}

async function sendAttributeCode(
  { tokens, codes }: Pick<Services, 'tokens' | 'codes'>,
  { AccessToken, AttributeName, ClientMetadata }: Input<'GetUserAttributeVerificationCode'>,
): Promise<Output<'GetUserAttributeVerificationCode'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  const destination = readDestination(AttributeName)
  checkMayRead(caller.client, destination)
  const purpose = `attribute:${destination}` as const
  const pending = user.codes[purpose]
  return {
    CodeDeliveryDetails: await codes.send(caller, user, {
      purpose,
      destination,
      newAddress: pending?.isNew ? pending.address : undefined,
      occasion: 'VerifyUserAttribute',
      clientMetadata: ClientMetadata,
    }),
  }
}

async function verifyUserAttribute(
  { tokens, codes }: Pick<Services, 'tokens' | 'codes'>,
  { AccessToken, AttributeName, Code }: Input<'VerifyUserAttribute'>,
): Promise<Output<'VerifyUserAttribute'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  const destination = readDestination(AttributeName)
  checkMayRead(caller.client, destination)
  await codes.redeem(caller.pool, user, {
    purpose: `attribute:${destination}`,
    code: Code,
    allow: () => (draft, sent) => {
      if (sent.isNew) applyAttributes(draft, { [sent.destination]: sent.address })
      draft.attributes[`${sent.destination}_verified`] = 'true'
    },
  })
  return {}
}

async function deleteUser(
  services: Pick<Services, 'tokens' | 'database' | 'authSessions' | 'users'>,
  { AccessToken }: Input<'DeleteUser'>,
): Promise<Output<'DeleteUser'>> {
  const { caller, user } = await services.tokens.verify(AccessToken)
  removeUser(services, caller.pool, user)
  return {}
}

/** Removes a user and the user's sessions in one transaction. */
export function removeUser(
  { database, authSessions, users }: Pick<Services, 'database' | 'authSessions' | 'users'>,
  pool: Pool,
  { username }: User,
): void {
  database.transaction(() => {
    authSessions.revokeAll(pool, username)
    users.remove(pool, username)
  })
}

function readDestination(name: string): Destination {
  if (name === 'email' || name === 'phone_number') return name
  throw invalidParameter(`${name} cannot be verified by a code.`)
}
