import { z } from 'zod'

import { redeemCode, sendUserCode, type CodeDeliveryDetails, type Destination } from '../delivery/codes.ts'
import { maskDestination } from '../delivery/outbox.ts'
import { hidesUnknownUsers, type Caller, type Pool } from '../pools.ts'
import { runTrigger } from '../run-trigger.ts'
import { expiredCode, invalidParameter, notAuthorized, userNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import { checkSecretHash } from '../sign-in/secret-hash.ts'
import { createPasswordRecord } from '../srp/handshake.ts'
import { checkAttributes, readAttributes } from '../users/attributes.ts'
import { newAccount } from '../users/new-account.ts'
import { checkPassword } from '../users/password-policy.ts'
import type { User } from '../users/user.ts'
import { operation, type Operations } from './operation.ts'
import { accountMembers, attributeList, text } from './shapes.ts'

const signUpInput = z.object({
  ...accountMembers,
  Password: text.proposedPassword,
  UserAttributes: attributeList.optional(),
  ValidationData: attributeList.optional(),
})
const confirmInput = z.object({
  ...accountMembers,
  ConfirmationCode: text.code,
  ForceAliasCreation: z.boolean().default(false),
})
const resendInput = z.object(accountMembers)

/** Registering, confirming, asking for another code. */
export const signUpOperations: Operations = {
  SignUp: operation(signUpInput, signUp),
  ConfirmSignUp: operation(confirmInput, confirmSignUp),
  ResendConfirmationCode: operation(resendInput, resendConfirmationCode),
}

async function signUp(services: Services, input: z.infer<typeof signUpInput>): Promise<object> {
  const caller = callerOf(services, input)
  const { pool } = caller
  if (pool.settings.allowSignUp === false) throw notAuthorized('SignUp is not permitted for this user pool')
  const attributes = readAttributes(input.UserAttributes)
  checkAttributes(pool, attributes)
  checkPassword(input.Password, pool.settings.passwordPolicy)
  const account = newAccount(services, pool, { name: input.Username, attributes, status: 'UNCONFIRMED' })
  for (const name of pool.settings.requiredAttributes ?? []) {
    if (!account.attributes[name])
      throw invalidParameter(`Attributes did not conform to the schema: ${name}: The attribute is required`)
  }

  const decision = await runTrigger(caller, 'preSignUp', {
    triggerSource: 'PreSignUp_SignUp',
    user: account,
    request: { validationData: readAttributes(input.ValidationData) },
    response: {},
    clientMetadata: input.ClientMetadata,
  })
  if (decision.autoConfirmUser) account.status = 'CONFIRMED'
  if (decision.autoVerifyEmail) account.attributes['email_verified'] = 'true'
  if (decision.autoVerifyPhone) account.attributes['phone_number_verified'] = 'true'
  account.password = await services.compute(() =>
    createPasswordRecord({ poolName: pool.name, userId: account.username }, input.Password),
  )
  const user = services.users.create(pool, account)
  const destination = user.status === 'CONFIRMED' ? undefined : confirmationDestination(pool, user)
  const delivery = destination && sendUserCode(services, pool, user, { purpose: 'sign-up', destination })
  return {
    UserConfirmed: user.status === 'CONFIRMED',
    UserSub: user.sub,
    ...(delivery && { CodeDeliveryDetails: delivery }),
  }
}

async function confirmSignUp(services: Services, input: z.infer<typeof confirmInput>): Promise<object> {
  const caller = callerOf(services, input)
  const { pool } = caller
  const user = services.users.find(pool, input.Username)
  if (!user) throw hidesUnknownUsers(caller) ? expiredCode() : userNotFound('Username/client id combination not found.')
  if (user.status !== 'UNCONFIRMED') throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`)
  const destination = confirmationDestination(pool, user)
  const address = destination && user.attributes[destination]
  const confirmed = redeemCode(services, pool, user, {
    purpose: 'sign-up',
    code: input.ConfirmationCode,
    apply(draft) {
      if (input.ForceAliasCreation && destination && address) services.users.releaseAlias(pool, destination, address)
      draft.status = 'CONFIRMED'
      if (destination) draft.attributes[`${destination}_verified`] = 'true'
    },
  })
  await runTrigger(caller, 'postConfirmation', {
    triggerSource: 'PostConfirmation_ConfirmSignUp',
    user: confirmed,
    request: {},
    response: {},
    clientMetadata: input.ClientMetadata,
  })
  return {}
}

function resendConfirmationCode(services: Services, input: z.infer<typeof resendInput>): object {
  const caller = callerOf(services, input)
  const { pool } = caller
  const user = services.users.find(pool, input.Username)
  if (!user && hidesUnknownUsers(caller)) return { CodeDeliveryDetails: imaginaryDelivery(input.Username) }
  if (!user) throw userNotFound('Username/client id combination not found.')
  if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.')
  const destination = confirmationDestination(pool, user)
  if (!destination) throw invalidParameter('Cannot resend codes. Auto verification not turned on.')
  return { CodeDeliveryDetails: sendUserCode(services, pool, user, { purpose: 'sign-up', destination }) }
}

/** What a request for a code answers when nobody has the name and the client must not learn that. */
export function imaginaryDelivery(name: string): CodeDeliveryDetails {
  const address = name.includes('@') ? name : `${name}@${name}`
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskDestination(address) }
}

/** The client of a request, its secret hash checked over the name as sent. */
export function callerOf(
  { pools }: Services,
  { ClientId, Username, SecretHash }: { ClientId: string; Username: string; SecretHash?: string | undefined },
): Caller {
  const caller = pools.callerOf(ClientId)
  checkSecretHash(caller.client, Username, SecretHash)
  return caller
}

/** Where the service sends a confirmation code: the phone first, when the pool verifies both. */
function confirmationDestination({ settings }: Pool, { attributes }: User): Destination | undefined {
  const verified = settings.autoVerifiedAttributes ?? ['phone_number', 'email']
  const destinations: Destination[] = ['phone_number', 'email']
  return destinations.find((name) => verified.includes(name) && attributes[name])
}
