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
  hasPlaceholders,
  CODE_PARAMETER,
  fill,
  isLinkMessage,
  LINK_PARAMETER,
  templateOf,
  USERNAME_PARAMETER,
  type Template,
} from './message-templates.ts'

/** Maximum lengths of the texts from CustomMessage, in characters. */
const MAX_LENGTHS = { smsMessage: 140, emailMessage: 20_000, emailSubject: 140 } as const

/** Placeholder for a password that the user chose. */
const HIDDEN_PASSWORD = '********'

/** Sender of a message: a pool, and the client that made the request. An administrator's request has no client. */
export type Sender = { pool: Pool; client?: { id: string } | undefined }

/** A message with a code or a temporary password, its recipient and its occasion. */
export type Message = {
  occasion: MessageOccasion
  user: { username: string; sub: string; attributes: Record<string, string>; status: string }
  medium: 'EMAIL' | 'SMS'
  /** E-mail address or phone number. */
  destination: string
  code: string
  clientMetadata?: Record<string, string> | undefined
}

/**
 * Sends a message. If the pool has a custom sender for the medium, that trigger sends the message. Otherwise the text comes
 * from CustomMessage or from the pool. Every message that is sent is added to the outbox.
 *
 * @throws {ServiceError} as `runTrigger` for CustomMessage; InvalidLambdaResponseException if a text from CustomMessage is
 *   too long. Errors of custom senders are only logged, because the service does not wait for custom senders.
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
 * Sends the pool's invitation to a migrated user. The message does not repeat the password, which the user already knows. A
 * medium is skipped if the user has no address for it.
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
    const message: Message = { occasion: 'AdminCreateUser', user, medium, destination, code: HIDDEN_PASSWORD }
    const envelope = { userPoolId: sender.pool.id, username: user.username, medium, destination, code: '' }
    deliver({ kind: 'WELCOME', ...envelope, ...(await readable(sender, message)) })
  }
}

/** Returns the subject, text and link of a message. */
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

/** Returns the name that the user signs in with, for the text of an invitation. */
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
    console.error(printable(error.message)) // the service does not wait for custom senders, so clients never see this error
  }
}

/** Encrypts the code with the pool's key. Without a key, returns the code in base64. */
function encryptedCode({ id, description, triggers, lambdas }: Pool, code: string): string {
  const keyArn = triggers.kmsKeyId ?? description.LambdaConfig?.KMSKeyID
  const plaintext = Buffer.from(code)
  const message =
    keyArn === undefined ? plaintext : encryptMessage(lambdas.kms, keyArn, plaintext, { 'userpool-id': id })
  return message.toString('base64')
}

/**
 * Returns the text of a message. The developer guide and the API reference allow e-mail texts only if the pool sends
 * through SES (`DEVELOPER`). On AWS, however, pools that send from Cognito's own address use these texts too, so the
 * emulator uses these texts for all pools.
 */
async function textOf(sender: Sender, message: Message): Promise<Template> {
  const { occasion, user, medium, clientMetadata } = message
  const own = templateOf(sender.pool.description, occasion, medium)
  const custom = await runTrigger(sender, 'customMessage', {
    triggerSource: `CustomMessage_${occasion}`,
    user,
    request: {
      codeParameter: CODE_PARAMETER,
      linkParameter: LINK_PARAMETER,
      usernameParameter: occasion === 'AdminCreateUser' ? USERNAME_PARAMETER : null,
    },
    clientMetadata,
  })
  checkLengths(custom)
  const isLink = isLinkMessage(sender.pool.description, occasion, medium)
  const text = medium === 'EMAIL' ? custom.emailMessage : custom.smsMessage
  if (text === undefined || !hasPlaceholders(text, occasion, isLink)) return own // a text without the code would be useless
  return medium === 'EMAIL' ? { subject: custom.emailSubject ?? own.subject, message: text } : { message: text }
}

function checkLengths(custom: TriggerAnswers['customMessage']): void {
  const names = ['smsMessage', 'emailMessage', 'emailSubject'] as const
  const tooLong = names.find((name) => (custom[name]?.length ?? 0) > MAX_LENGTHS[name])
  if (tooLong === undefined) return
  throw new ServiceError(
    'InvalidLambdaResponseException',
    `${tooLong} is longer than ${MAX_LENGTHS[tooLong]} characters`,
  )
}

/**
 * Returns the URL of the link that confirms an account. The host of the URL is the emulator's own address if that address is
 * known, otherwise the pool's domain.
 */
function linkIn({ pool, client }: Sender, { occasion, medium, user, code }: Message): string | undefined {
  if (!isLinkMessage(pool.description, occasion, medium)) return undefined
  const { Domain: domain = pool.name.toLowerCase() } = pool.description
  const base = ownUrl(pool.address) ?? `https://${domain}.auth.${pool.region}.amazoncognito.com/`
  const query = new URLSearchParams({ client_id: client?.id ?? '', user_name: user.username, confirmation_code: code })
  return `${base}confirmUser?${query.toString()}`
}
