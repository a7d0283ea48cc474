import type { UserPoolType } from '@aws-sdk/client-cognito-identity-provider'
import { z } from 'zod'

import { omitUndefined } from '../wire.ts'

/**
 * Texts of one kind of message. `{####}` is replaced by the code (in an invitation, by the password) and `{username}` by
 * the user name. Default: the service's texts.
 *
 * @example
 * const invitation: MessageTexts = { emailSubject: 'Convite', emailMessage: '{username}, a sua senha é {####}' }
 */
export type MessageTexts = { emailSubject?: string; emailMessage?: string; smsMessage?: string }

/**
 * Message texts of a configured pool, in the service's format.
 *
 * @example
 * const messages: MessageSettings = {
 *   verification: { byLink: true, emailMessageByLink: 'Bem-vinda! {##Confirmar a conta##}' },
 *   authentication: { smsMessage: 'O seu código é {####}' },
 * }
 */
export type MessageSettings = {
  /**
   * Messages with codes that verify an address or reset a password. With `byLink`, new users confirm their account with a
   * link, written as `{##link text##}`.
   */
  verification?: MessageTexts & { byLink?: boolean; emailSubjectByLink?: string; emailMessageByLink?: string }
  invitation?: MessageTexts
  /** Messages with sign-in codes. */
  authentication?: MessageTexts
}

const subject = z.string().min(1).max(140).optional()
const containing = (maxLength: number, pattern: RegExp, what: string) =>
  z.string().min(6).max(maxLength).regex(pattern, `must contain ${what}`).optional()
const CODE = [/\{####\}/, '{####}'] as const
const texts = { emailSubject: subject, emailMessage: containing(20_000, ...CODE), smsMessage: containing(140, ...CODE) }

/** Schema of {@link MessageSettings}, with the service's length limits and placeholders. */
export const messagesCheck: z.ZodType<MessageSettings> = z.strictObject({
  verification: z
    .strictObject({
      ...texts,
      byLink: z.boolean().optional(),
      emailSubjectByLink: subject,
      emailMessageByLink: containing(20_000, /\{##[^{}]+##\}/, '{##link text##}'),
    })
    .optional(),
  invitation: z.strictObject(texts).optional(),
  authentication: z.strictObject(texts).optional(),
}) as z.ZodType<MessageSettings>

type Described = Pick<UserPoolType, 'VerificationMessageTemplate' | 'SmsAuthenticationMessage'>
type MessageDescription = Described & {
  InviteMessageTemplate: NonNullable<UserPoolType['AdminCreateUserConfig']>['InviteMessageTemplate']
  EmailMfaConfiguration: { Subject?: string; Message?: string }
}

/** Converts the texts to the format of the service's API. */
export function describeMessages(settings: MessageSettings = {}): MessageDescription {
  const { verification = {}, invitation, authentication } = settings
  return {
    VerificationMessageTemplate: omitUndefined({
      DefaultEmailOption: verification.byLink ? 'CONFIRM_WITH_LINK' : 'CONFIRM_WITH_CODE',
      EmailSubject: verification.emailSubject,
      EmailMessage: verification.emailMessage,
      SmsMessage: verification.smsMessage,
      EmailSubjectByLink: verification.emailSubjectByLink,
      EmailMessageByLink: verification.emailMessageByLink,
    }),
    InviteMessageTemplate:
      invitation &&
      omitUndefined({
        EmailSubject: invitation.emailSubject,
        EmailMessage: invitation.emailMessage,
        SMSMessage: invitation.smsMessage,
      }),
    SmsAuthenticationMessage: authentication?.smsMessage,
    EmailMfaConfiguration: omitUndefined({
      Subject: authentication?.emailSubject,
      Message: authentication?.emailMessage,
    }),
  }
}
