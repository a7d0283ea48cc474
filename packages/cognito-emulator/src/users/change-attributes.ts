import type { Sender } from '../messages/send-message.ts'
import type { Pool } from '../pools/pools.ts'
import { applyAttributes, isVerified, isVerifiedFlag } from './attributes.ts'
import type { CodeDeliveryDetails, Codes } from './codes.ts'
import type { UserDirectory } from './user-directory.ts'
import type { Destination, User } from './user.ts'

type AttributeChange = {
  user: User
  attributes: Record<string, string>
  clientMetadata?: Record<string, string> | undefined
}

/**
 * Changes attributes of a user and sends a code to each new address that must be verified. The caller must have validated
 * the attributes. If the pool verifies new addresses before the change, the old address stays until the code is confirmed.
 * If an administrator also marks the new address as verified, the change is immediate and no code is sent.
 *
 * @throws {ServiceError} AliasExistsException, LimitExceededException, or the error from CustomMessage
 */
export async function changeAttributes(
  { users, codes }: { users: UserDirectory; codes: Codes },
  sender: Sender,
  { user, attributes, clientMetadata }: AttributeChange,
): Promise<CodeDeliveryDetails[]> {
  const { settings } = sender.pool
  const unproven = ADDRESSES.filter(
    (name) => attributes[name] && attributes[name] !== user.attributes[name] && !isVerified({ attributes }, name),
  )
  const later = unproven.filter((name) => settings.verifyBeforeUpdate?.includes(name))
  const toVerify = unproven.filter((name) => later.includes(name) || verifies(sender.pool, name))
  const waiting = new Set<string>(later.flatMap((name) => [name, `${name}_verified`]))
  const now = Object.entries(attributes).filter(([name]) => !waiting.has(name))
  const changed = users.change(sender.pool, user.username, (draft) => {
    applyAttributes(draft, Object.fromEntries(now))
    Object.assign(draft.attributes, Object.fromEntries(now.filter(([name]) => isVerifiedFlag(name))))
  })
  return Promise.all(
    toVerify.map((destination) =>
      codes.send(sender, changed, {
        purpose: `attribute:${destination}`,
        destination,
        newAddress: later.includes(destination) ? attributes[destination] : undefined,
        occasion: 'UpdateUserAttribute',
        clientMetadata,
      }),
    ),
  )
}

const ADDRESSES: Destination[] = ['email', 'phone_number']

function verifies({ settings }: Pool, name: Destination): boolean {
  return (settings.autoVerifiedAttributes ?? ADDRESSES).includes(name)
}
