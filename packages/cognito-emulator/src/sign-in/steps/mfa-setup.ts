import { checkAttribute } from '../../users/attributes.ts'
import { invalidParameter, notAuthorized } from '../../service-error.ts'
import { completeSignIn } from '../complete.ts'
import type { AuthAnswer, Turn } from '../sign-in.ts'
import { askForCode } from './codes.ts'

/** Answers MFA_SETUP: with the Session of a verified authenticator app, or with an e-mail address to send a code to. */
export async function answerMfaSetup(turn: Turn<'MFA_SETUP'>): Promise<AuthAnswer> {
  const { services, caller, progress, challenge, responses } = turn
  const { token, options } = challenge
  const email = responses['EMAIL']
  if (email !== undefined) {
    if (!options.includes('EMAIL_OTP')) throw invalidParameter('EMAIL_OTP is not available for this user.')
    checkAttribute('email', email)
    const user = services.users.change(caller.pool, progress.username, ({ attributes }) => {
      attributes['email'] = email
      attributes['email_verified'] = 'false'
    })
    return askForCode(turn, user, 'EMAIL_OTP', 'mfa-setup')
  }
  if (!token?.isVerified) throw notAuthorized('Invalid session for the user.')
  services.users.change(caller.pool, progress.username, ({ mfa }) => {
    mfa.software = token
    mfa.isSoftwareEnabled = true
  })
  return completeSignIn(turn)
}
