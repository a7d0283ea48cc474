import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import { checkChangedAttributes, checkRemovedAttributes, readAttributes, removeAttribute } from '../users/attributes.ts'
import { changeAttributes } from '../users/change-attributes.ts'
import { namedUser } from './callers.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Administrator operations on the attributes of a user. */
export const userAttributeOperations: Operations = {
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminDeleteUserAttributes: adminDeleteUserAttributes,
}

type Attributes = Record<string, string>

async function adminUpdateUserAttributes(
  services: Pick<Services, 'pools' | 'users' | 'codes'>,
  input: Input<'AdminUpdateUserAttributes'>,
): Promise<Output<'AdminUpdateUserAttributes'>> {
  const { pool, user } = namedUser(services, input)
  const attributes = readAttributes(input.UserAttributes)
  checkChangedAttributes(pool, attributes)
  checkVerifiedAddresses({ ...user.attributes, ...attributes }, attributes)
  await changeAttributes(services, { pool }, { user, attributes, clientMetadata: input.ClientMetadata })
  return {}
}

function adminDeleteUserAttributes(
  services: Pick<Services, 'pools' | 'users'>,
  input: Input<'AdminDeleteUserAttributes'>,
): Output<'AdminDeleteUserAttributes'> {
  const { pool, user } = namedUser(services, input)
  checkRemovedAttributes(pool, input.UserAttributeNames)
  services.users.change(pool, user.username, (draft) => {
    for (const name of input.UserAttributeNames) removeAttribute(draft, name)
  })
  return {}
}

/**
 * Checks that a user has each address that the request marks as verified or unverified.
 *
 * @param attributes attributes that the user would have after the request
 * @param requested attributes in the request
 * @throws {ServiceError} InvalidParameterException
 */
export function checkVerifiedAddresses(attributes: Attributes, requested: Attributes): void {
  if (requested['email_verified'] && !attributes['email']) {
    throw invalidParameter('Email is required to verify/un-verify an email')
  }
  if (requested['phone_number_verified'] && !attributes['phone_number']) {
    throw invalidParameter('Phone Number is required to verify/un-verify a phone number')
  }
}
