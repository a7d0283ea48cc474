import { respondToChallenge } from '@cognito-srp/client'
import type { ChallengeOf } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'
import { useState } from 'react'

import { FocusedHeading } from '../../frame/screen.tsx'
import layout from '../../styles/layout.module.css'
import { challengeText } from '../../text/challenge.ts'
import { Button } from '../../widgets/button.tsx'
import { PasswordQuestion } from './form-challenges.tsx'
import { takeLoginStepAtom } from './login-atoms.ts'

type ChoiceChallengeProps = {
  challenge: ChallengeOf<'SELECT_MFA_TYPE'> | ChallengeOf<'SELECT_CHALLENGE'>
  /** Password from the login form, used only for SRP. To send the password itself, the user must type it again. */
  password: string
}

/** Lets the user choose a factor. */
export function ChoiceChallenge({ challenge, password }: ChoiceChallengeProps) {
  const takeStep = useSetAtom(takeLoginStepAtom)
  const [passwordOption, setPasswordOption] = useState<string | null>(null)

  const respond = (option: string, proof: { password?: string }) =>
    void takeStep((client, signal) =>
      challenge.name === 'SELECT_MFA_TYPE'
        ? respondToChallenge(client, challenge, { mfaType: option }, { signal })
        : respondToChallenge(client, challenge, { challengeName: option, ...proof }, { signal }),
    )
  const choose = (option: string) => {
    if (option === 'PASSWORD_SRP' && password !== '') respond(option, { password })
    else if (option.startsWith('PASSWORD')) setPasswordOption(option)
    else respond(option, {})
  }

  if (passwordOption !== null) {
    return <PasswordQuestion onPassword={(typed) => respond(passwordOption, { password: typed })} />
  }
  return (
    <>
      <FocusedHeading>{challengeText.choiceTitle}</FocusedHeading>
      <div className={layout.tightStack}>
        {withoutPlainPassword(challenge.options).map((option) => (
          <Button key={option} appearance="outlined" fullWidth onClick={() => choose(option)}>
            {challengeText.factor(option)}
          </Button>
        ))}
      </div>
    </>
  )
}

/** If the pool also offers SRP, removes the option that sends the password itself. */
function withoutPlainPassword(options: readonly string[]): readonly string[] {
  return options.includes('PASSWORD_SRP') ? options.filter((option) => option !== 'PASSWORD') : options
}
