import { createCode, isSameCode, sendCode } from '../../delivery/codes.ts'
import { codeMismatch } from '../../service-error.ts'
import type { User } from '../../users/user.ts'
import type { CodePurpose } from '../challenge.ts'
import { ask, requireParameter, type AuthAnswer, type SignIn, type Turn } from '../sign-in.ts'

/** Challenges whose answer is a code that was sent. */
export type CodeChallengeName = 'SMS_MFA' | 'SMS_OTP' | 'EMAIL_OTP'

/** Sends a code and asks for it. @throws {ServiceError} InvalidParameterException when there is nowhere to send it. */
export function askForCode(signIn: SignIn, user: User, name: CodeChallengeName, purpose: CodePurpose): AuthAnswer {
  const code = createCode()
  const { services, caller } = signIn
  const destination = name === 'EMAIL_OTP' ? 'email' : 'phone_number'
  const delivery = sendCode(services.deliver, caller.pool, user, destination, code)
  return ask(
    signIn,
    { name, code, purpose },
    {
      CODE_DELIVERY_DELIVERY_MEDIUM: delivery.DeliveryMedium,
      CODE_DELIVERY_DESTINATION: delivery.Destination,
    },
  )
}

/** @throws {ServiceError} CodeMismatchException; the challenge stays open for another attempt. */
export function checkSentCode({ challenge, responses }: Turn<CodeChallengeName>): void {
  const given = requireParameter(responses, `${challenge.name}_CODE`)
  if (!isSameCode(challenge.code, given)) throw codeMismatch('Invalid code or auth state for the user.')
}
