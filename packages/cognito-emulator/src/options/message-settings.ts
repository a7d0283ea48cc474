import type { UserPoolType } from '@aws-sdk/client-cognito-identity-provider'
import { z } from 'zod'

import { omitUndefined } from '../wire.ts'

/**
 * The texts of one kind of message. `{####}` stands for the code, in an invitation for the password, and `{username}` for the
 * name. Default: the service's.
 *
 * @example
 * const invitation: MessageTexts = { emailSubject: 'Convite', emailMessage: '{username}, a sua senha é {####}' }
 */
export type MessageTexts = { emailSubject?: string; emailMessage?: string; smsMessage?: string }

/**
 * The texts of a configured pool's messages, each as its pool in AWS has it.
 *
 * @example
 * const messages: MessageSettings = {
 *   verification: { byLink: true, emailMessageByLink: 'Bem-vinda! {##Confirmar a conta##}' },
 *   authentication: { smsMessage: 'O seu código é {####}' },
 * }
 */
export type MessageSettings = {
  /** Of codes that verify an address or replace a password. `byLink`: accounts are confirmed by a link, `{##its words##}`. */
  verification?: MessageTexts & { byLink?: boolean; emailSubjectByLink?: string; emailMessageByLink?: string }
  invitation?: MessageTexts
  /** Of codes to sign in. */
  authentication?: MessageTexts
}

const subject = z.string().min(1).max(140).optional()
const containing = (maxLength: number, pattern: RegExp, what: string) =>
  z.string().min(6).max(maxLength).regex(pattern, `a text with ${what}`).optional()
const CODE = [/\{####\}/, '{####}'] as const
const texts = { emailSubject: subject, emailMessage: containing(20_000, ...CODE), smsMessage: containing(140, ...CODE) }

/** The check of {@link MessageSettings}, with the service's lengths and placeholders. */
export const messagesCheck: z.ZodType<MessageSettings> = z.strictObject({
  verification: z
    .strictObject({
      ...texts,
      byLink: z.boolean().optional(),
      emailSubjectByLink: subject,
      emailMessageByLink: containing(20_000, /\{##[^{}]+##\}/, '{##the words of a link##}'),
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

/** The texts as the service's API shows them. */
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
