import type { Deliver } from '../controls/outbox.ts'
import { encryptMessage } from '../keys/encryption-message.ts'
import { ownUrl } from '../pools/address.ts'
import type { Pool } from '../pools/pools.ts'
import { printable, type DeliveredMessage } from '../printing.ts'
import { ServiceError } from '../service-error.ts'
import type { MessageOccasion } from '../triggers/events.ts'
import type { TriggerAnswers } from '../triggers/response-checks.ts'
import { hasTrigger, runTrigger } from '../triggers/run-trigger.ts'
import {
  carriesItsCode,
  CODE_PARAMETER,
  fill,
  isLinkMessage,
  LINK_PARAMETER,
  templateOf,
  USERNAME_PARAMETER,
  type Template,
} from './message-templates.ts'

/** What a text that a trigger gives may hold, in characters. */
const MAX_LENGTHS = { smsMessage: 140, emailMessage: 20_000, emailSubject: 140 } as const

/** In the place of a password that the person chose. */
const UNREPEATED = '********'

/** In whose name a message is sent: a pool, and the client whose request it answers; an administrator has none. */
export type Sender = { pool: Pool; client?: { id: string } | undefined }

/** A code, or the password of an invitation, with whom it goes to and why. */
export type Message = {
  occasion: MessageOccasion
  user: { username: string; sub: string; attributes: Record<string, string>; status: string }
  medium: 'EMAIL' | 'SMS'
  /** The address or number. */
  destination: string
  code: string
  clientMetadata?: Record<string, string> | undefined
}

/**
 * Sends a message: by the pool's custom sender, where it has one for the medium, else with the text that CustomMessage gives,
 * else with the pool's. All of them are in the outbox.
 *
 * @throws {ServiceError} as `runTrigger`, for CustomMessage alone: the service does not wait for a custom sender.
 */
export async function sendMessage(deliver: Deliver, sender: Sender, message: Message): Promise<void> {
  const delivered: DeliveredMessage = {
    kind: message.occasion === 'AdminCreateUser' ? 'TEMPORARY_PASSWORD' : 'CODE',
    userPoolId: sender.pool.id,
    username: message.user.username,
    medium: message.medium,
    destination: message.destination,
    code: message.code,
  }
  const custom = message.medium === 'EMAIL' ? 'customEmailSender' : 'customSMSSender'
  if (hasTrigger(sender.pool, custom)) {
    deliver(delivered)
    return sendByTrigger(sender, custom, message)
  }
  deliver({ ...delivered, ...(await readable(sender, message)) })
}

/**
 * Welcomes a user who was found elsewhere, with the invitation of the pool; the password, which the person knows, is not
 * repeated in it. Where the user has no address nothing is sent.
 *
 * @throws {ServiceError} as {@link sendMessage}
 */
export async function sendWelcome(
  deliver: Deliver,
  sender: Sender,
  user: Message['user'],
  mediums: Message['medium'][],
): Promise<void> {
  for (const medium of mediums) {
    const destination = user.attributes[medium === 'EMAIL' ? 'email' : 'phone_number']
    if (!destination) continue
    const message: Message = { occasion: 'AdminCreateUser', user, medium, destination, code: UNREPEATED }
    const envelope = { userPoolId: sender.pool.id, username: user.username, medium, destination, code: '' }
    deliver({ kind: 'WELCOME', ...envelope, ...(await readable(sender, message)) })
  }
}

/** The message as the person reads it. */
async function readable(
  sender: Sender,
  message: Message,
): Promise<Pick<DeliveredMessage, 'subject' | 'message' | 'link'>> {
  const link = linkIn(sender, message)
  const { subject, message: text } = await textOf(sender, message)
  const filling = { code: message.code, username: nameFor(sender.pool, message), link }
  return {
    ...(subject !== undefined && { subject: fill(subject, filling) }),
    message: fill(text, filling),
    ...(link !== undefined && { link }),
  }
}

/** In an invitation people read the name that they sign in with. */
function nameFor({ settings }: Pool, { user, destination }: Message): string {
  return settings.usernameAttributes?.length ? destination : user.username
}

async function sendByTrigger(
  sender: Sender,
  trigger: 'customEmailSender' | 'customSMSSender',
  { occasion, user, code, clientMetadata }: Message,
): Promise<void> {
  const source = trigger === 'customEmailSender' ? 'CustomEmailSender' : 'CustomSMSSender'
  const request = { type: `${trigger}RequestV1`, code: encryptedCode(sender.pool, code) }
  try {
    await runTrigger(sender, trigger, { triggerSource: `${source}_${occasion}`, user, request, clientMetadata })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    console.error(printable(error.message)) // the service does not wait: its clients never hear of it
  }
}

/** The code as the pool's key encrypts it, or as it is where the pool has none. */
function encryptedCode({ id, description, triggers, lambdas }: Pool, code: string): string {
  const keyArn = triggers.kmsKeyId ?? description.LambdaConfig?.KMSKeyID
  const plaintext = Buffer.from(code)
  const message =
    keyArn === undefined ? plaintext : encryptMessage(lambdas.kms, keyArn, plaintext, { 'userpool-id': id })
  return message.toString('base64')
}

/**
 * The text of a message. The developer guide allows e-mail texts only where the pool sends by SES (`DEVELOPER`), and so does the
 * API's reference of templates; pools that send by Cognito's own address are seen to use both, and so they do here.
 */
async function textOf(sender: Sender, message: Message): Promise<Template> {
  const { occasion, user, medium, clientMetadata } = message
  const own = templateOf(sender.pool.description, occasion, medium)
  const given = await runTrigger(sender, 'customMessage', {
    triggerSource: `CustomMessage_${occasion}`,
    user,
    request: {
      codeParameter: CODE_PARAMETER,
      linkParameter: LINK_PARAMETER,
      usernameParameter: occasion === 'AdminCreateUser' ? USERNAME_PARAMETER : null,
    },
    clientMetadata,
  })
  checkLengths(given)
  const isLink = isLinkMessage(sender.pool.description, occasion, medium)
  const text = medium === 'EMAIL' ? given.emailMessage : given.smsMessage
  if (text === undefined || !carriesItsCode(text, occasion, isLink)) return own // without the code it would be of no use
  return medium === 'EMAIL' ? { subject: given.emailSubject ?? own.subject, message: text } : { message: text }
}

function checkLengths(given: TriggerAnswers['customMessage']): void {
  const names = ['smsMessage', 'emailMessage', 'emailSubject'] as const
  const tooLong = names.find((name) => (given[name]?.length ?? 0) > MAX_LENGTHS[name])
  if (tooLong === undefined) return
  throw new ServiceError(
    'InvalidLambdaResponseException',
    `${tooLong} is longer than ${MAX_LENGTHS[tooLong]} characters`,
  )
}

/** The address that confirms the account when it is opened, of the pool's domain or of the emulator where it knows its own. */
function linkIn({ pool, client }: Sender, { occasion, medium, user, code }: Message): string | undefined {
  if (!isLinkMessage(pool.description, occasion, medium)) return undefined
  const { Domain: domain = pool.name.toLowerCase() } = pool.description
  const base = ownUrl(pool.address) ?? `https://${domain}.auth.${pool.region}.amazoncognito.com/`
  const query = new URLSearchParams({ client_id: client?.id ?? '', user_name: user.username, confirmation_code: code })
  return `${base}confirmUser?${query.toString()}`
}
