import type { AuthenticatorSecret, Challenge } from '@cognito-srp/client'

const MFA_NAMES: Record<string, string> = {
  SMS_MFA: 'Text message',
  SOFTWARE_TOKEN_MFA: 'Authenticator app',
  EMAIL_OTP: 'E-mail',
}

export function titleOf(challenge: Challenge): string {
  switch (challenge.name) {
    case 'NEW_PASSWORD_REQUIRED':
      return 'Choose a new password'
    case 'SELECT_MFA_TYPE':
      return 'How do you want to confirm?'
    case 'MFA_SETUP':
      return 'Set up your authenticator app'
    default:
      return 'Enter your code'
  }
}

type ChallengeFieldsProps = { challenge: Challenge; authenticator: AuthenticatorSecret | undefined }

/** Form fields for the answer to a challenge. `readAnswer` in sign-in.tsx reads the fields by name. */
export function ChallengeFields({ challenge, authenticator }: ChallengeFieldsProps) {
  switch (challenge.name) {
    case 'SMS_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
      return <CodeField from={`Code sent to ${challenge.destination ?? 'you'}`} />
    case 'SOFTWARE_TOKEN_MFA':
      return <CodeField from="Code from your authenticator app" />
    case 'SELECT_MFA_TYPE':
      return challenge.options.map((option, index) => (
        <label key={option} className="choice">
          <input type="radio" name="mfaType" value={option} defaultChecked={index === 0} />
          {MFA_NAMES[option] ?? option}
        </label>
      ))
    case 'MFA_SETUP':
      if (challenge.step === 'complete') return <p>Your code is correct. Continue to finish the setup.</p>
      return authenticator ? (
        <>
          <p>
            Open <a href={authenticator.uri}>this link</a> on your phone, or type the key into the app:
          </p>
          <code>{authenticator.secretCode}</code>
          <CodeField from="First code from the app" />
        </>
      ) : null
    case 'NEW_PASSWORD_REQUIRED':
      return (
        <>
          <input value={challenge.username} autoComplete="username" readOnly hidden /> {/* for password managers */}
          <label>
            New password
            <input name="newPassword" type="password" autoComplete="new-password" required />
          </label>
          {challenge.requiredAttributes.map((name) => (
            <label key={name}>
              {name}
              <input name={name} defaultValue={challenge.userAttributes[name]} required />
            </label>
          ))}
        </>
      )
    default:
      return <p>This page cannot answer {challenge.name}.</p>
  }
}

function CodeField({ from }: { from: string }) {
  return (
    <label>
      {from}
      <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
    </label>
  )
}
