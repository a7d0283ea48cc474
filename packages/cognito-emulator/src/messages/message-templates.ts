import type { PoolDescription } from '../pools/pool-description.ts'
import type { MessageOccasion } from '../triggers/events.ts'

// Selects the pool's text or the service's default text for a message, and fills in the placeholders: `{####}` for the
// code, `{username}` for the user name, and `{##…##}` for a link with the text between the marks.

export const CODE_PARAMETER = '{####}'
export const USERNAME_PARAMETER = '{username}'
export const LINK_PARAMETER = '{##Click Here##}'
const LINK = /\{##(?!##\})([^{}]*?)##\}/g

/** A text with its placeholders. An SMS has no subject. */
export type Template = { subject?: string | undefined; message: string }

/** Values of the placeholders. */
export type Filling = { code: string; username: string; link?: string | undefined }

/**
 * Whether a message has a link instead of a code. Only the e-mail that confirms an account can have a link, and only if
 * the pool is configured for links.
 */
export function isLinkMessage(pool: PoolDescription, occasion: MessageOccasion, medium: 'EMAIL' | 'SMS'): boolean {
  const confirms = occasion === 'SignUp' || occasion === 'ResendCode'
  return medium === 'EMAIL' && confirms && pool.VerificationMessageTemplate?.DefaultEmailOption === 'CONFIRM_WITH_LINK'
}

/** Returns the pool's text for an occasion, or the service's default. */
export function templateOf(pool: PoolDescription, occasion: MessageOccasion, medium: 'EMAIL' | 'SMS'): Template {
  if (occasion === 'AdminCreateUser') return invitationTemplate(pool, medium)
  if (occasion === 'Authentication') return authenticationTemplate(pool, medium)
  if (isLinkMessage(pool, occasion, medium)) return linkTemplate(pool)
  return verificationTemplate(pool, occasion, medium)
}

function invitationTemplate({ AdminCreateUserConfig }: PoolDescription, medium: 'EMAIL' | 'SMS'): Template {
  const { EmailMessage, EmailSubject, SMSMessage } = AdminCreateUserConfig?.InviteMessageTemplate ?? {}
  const usual = `Your username is ${USERNAME_PARAMETER} and temporary password is ${CODE_PARAMETER}.`
  if (medium === 'SMS') return { message: SMSMessage ?? usual }
  return { subject: EmailSubject ?? 'Your temporary password', message: EmailMessage ?? usual }
}

function authenticationTemplate(pool: PoolDescription, medium: 'EMAIL' | 'SMS'): Template {
  const { SmsAuthenticationMessage, EmailMfaConfiguration } = pool
  const usual = `Your authentication code is ${CODE_PARAMETER}.`
  if (medium === 'SMS') return { message: SmsAuthenticationMessage ?? usual }
  const { Subject, Message } = EmailMfaConfiguration ?? {}
  return { subject: Subject ?? 'Your authentication code', message: Message ?? usual }
}

function linkTemplate({ VerificationMessageTemplate: template }: PoolDescription): Template {
  return {
    subject: template?.EmailSubjectByLink ?? 'Your verification link',
    message:
      template?.EmailMessageByLink ?? 'Please click the link below to verify your email address. {##Verify Email##}',
  }
}

function verificationTemplate(pool: PoolDescription, occasion: MessageOccasion, medium: 'EMAIL' | 'SMS'): Template {
  const template = pool.VerificationMessageTemplate
  const what = occasion === 'ForgotPassword' ? 'password reset' : 'verification'
  const usual = `Your ${what} code is ${CODE_PARAMETER}.`
  if (medium === 'SMS') return { message: template?.SmsMessage ?? pool.SmsVerificationMessage ?? usual }
  return {
    subject: template?.EmailSubject ?? pool.EmailVerificationSubject ?? `Your ${what} code`,
    message: template?.EmailMessage ?? pool.EmailVerificationMessage ?? usual,
  }
}

/** Whether a trigger's text has the required placeholders. */
export function hasPlaceholders(text: string, occasion: MessageOccasion, isLink: boolean): boolean {
  if (isLink) return text.search(LINK) >= 0
  return text.includes(CODE_PARAMETER) && (occasion !== 'AdminCreateUser' || text.includes(USERNAME_PARAMETER))
}

/** Fills in the placeholders of a text. */
export function fill(text: string, { code, username, link }: Filling): string {
  const linked = link === undefined ? text : text.replaceAll(LINK, (_, words: string) => anchor(link, words))
  return linked.replaceAll(CODE_PARAMETER, () => code).replaceAll(USERNAME_PARAMETER, () => username)
}

function anchor(link: string, words: string): string {
  return `<a href="${link.replaceAll('&', '&amp;')}">${words}</a>`
}
