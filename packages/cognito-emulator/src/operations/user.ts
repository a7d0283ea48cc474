import { z } from 'zod'

import { redeemCode, sendUserCode, type CodeDeliveryDetails, type Destination } from '../delivery/codes.ts'
import type { Pool } from '../pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import { availableFactors } from '../sign-in/steps/choice.ts'
import { verifyAccessToken } from '../tokens/access-token.ts'
import {
  applyAttributes,
  checkAttribute,
  checkAttributes,
  listAttributes,
  readAttributes,
  removeAttribute,
} from '../users/attributes.ts'
import { mfaMembers } from '../users/mfa-members.ts'
import type { User } from '../users/user.ts'
import { operation, type Operations } from './operation.ts'
import { attributeList, signedInMembers, text, textMap } from './shapes.ts'

const signedInInput = z.object(signedInMembers)
const updateInput = z.object({ ...signedInMembers, UserAttributes: attributeList, ClientMetadata: textMap.optional() })
const deleteAttributesInput = z.object({ ...signedInMembers, UserAttributeNames: z.array(text.attributeName) })
const codeInput = z.object({ ...signedInMembers, AttributeName: text.attributeName })
const verifyInput = z.object({ ...codeInput.shape, Code: text.code })

/** What a signed-in user does with its own account. */
export const userOperations: Operations = {
  GetUser: operation(signedInInput, getUser),
  UpdateUserAttributes: operation(updateInput, updateUserAttributes),
  DeleteUserAttributes: operation(deleteAttributesInput, deleteUserAttributes),
  GetUserAttributeVerificationCode: operation(codeInput, sendAttributeCode),
  VerifyUserAttribute: operation(verifyInput, verifyAttribute),
  GetUserAuthFactors: operation(signedInInput, getUserAuthFactors),
  DeleteUser: operation(signedInInput, deleteUser),
}

async function getUser(services: Services, { AccessToken }: z.infer<typeof signedInInput>): Promise<object> {
  const { user } = await verifyAccessToken(services, AccessToken)
  return { Username: user.username, UserAttributes: listAttributes(user), ...mfaMembers(user) }
}

async function getUserAuthFactors(services: Services, { AccessToken }: z.infer<typeof signedInInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, AccessToken)
  const factors = availableFactors(caller.pool, user).filter((factor) => factor !== 'PASSWORD_SRP')
  return { Username: user.username, ...mfaMembers(user), ConfiguredUserAuthFactors: factors }
}

async function updateUserAttributes(services: Services, input: z.infer<typeof updateInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  const attributes = readAttributes(input.UserAttributes)
  checkAttributes(caller.pool, attributes)
  const before = user.attributes
  const changed = services.users.change(caller.pool, user.username, (draft) => applyAttributes(draft, attributes))
  const renewed = addressesToVerify(caller.pool, changed).filter((name) => changed.attributes[name] !== before[name])
  const deliveries = renewed.map((destination) => sendVerification(services, caller.pool, changed, destination))
  return { CodeDeliveryDetailsList: deliveries }
}

async function deleteUserAttributes(services: Services, input: z.infer<typeof deleteAttributesInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  for (const name of input.UserAttributeNames) {
    checkAttribute(name, '')
    if (caller.pool.settings.requiredAttributes?.includes(name)) {
      throw invalidParameter(`user.${name}: Attribute is required and cannot be deleted.`)
    }
  }
  services.users.change(caller.pool, user.username, (draft) => {
    for (const name of input.UserAttributeNames) removeAttribute(draft, name)
  })
  return {}
}

async function sendAttributeCode(services: Services, input: z.infer<typeof codeInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  const destination = readDestination(input.AttributeName)
  return { CodeDeliveryDetails: sendVerification(services, caller.pool, user, destination) }
}

async function verifyAttribute(services: Services, input: z.infer<typeof verifyInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  const destination = readDestination(input.AttributeName)
  redeemCode(services, caller.pool, user, {
    purpose: `attribute:${destination}`,
    code: input.Code,
    apply: ({ attributes }) => void (attributes[`${destination}_verified`] = 'true'),
  })
  return {}
}

async function deleteUser(services: Services, { AccessToken }: z.infer<typeof signedInInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, AccessToken)
  services.database.transaction(() => {
    services.authSessions.revokeAll(caller.pool, user.username)
    services.users.remove(caller.pool, user.username)
  })
  return {}
}

function sendVerification(services: Services, pool: Pool, user: User, destination: Destination): CodeDeliveryDetails {
  return sendUserCode(services, pool, user, { purpose: `attribute:${destination}`, destination })
}

function addressesToVerify({ settings }: Pool, { attributes }: User): Destination[] {
  const verified = settings.autoVerifiedAttributes ?? ['email', 'phone_number']
  return verified.filter((name) => attributes[name])
}

function readDestination(name: string): Destination {
  if (name === 'email' || name === 'phone_number') return name
  throw invalidParameter(`${name} cannot be verified by a code.`)
}
