import { respondToChallenge } from '@cognito-srp/client'
import type { AnswerTo, Challenge } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'
import type { FormEvent, ReactNode } from 'react'

import layout from '../../styles/layout.module.css'
import { challengeText } from '../../text/challenge.ts'
import { Button } from '../../widgets/button.tsx'
import { takeLoginStepAtom } from './login-atoms.ts'

/** Answers a challenge as the next step of the sign-in; the login screen shows where that leads, or why it failed. */
export function useAnswer<C extends Challenge>(challenge: C): (answer: AnswerTo<C>) => void {
  const takeStep = useSetAtom(takeLoginStepAtom)
  return (answer) => void takeStep((client, signal) => respondToChallenge(client, challenge, answer, { signal }))
}

type AnswerFormProps = {
  children: ReactNode
  /** Called with the text of each field, when none of them is empty. */
  onAnswer: (fields: Record<string, string>) => void
}

/** The fields of a challenge with their submit button; an empty field sends nothing and takes the focus. */
export function AnswerForm({ children, onAnswer }: AnswerFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = textsOf(event.currentTarget)
    const empty = Object.keys(fields).find((name) => fields[name]?.trim() === '')
    if (empty === undefined) onAnswer(fields)
    else event.currentTarget.querySelector<HTMLElement>(`[name="${empty}"]`)?.focus()
  }
  return (
    <form className={layout.stack} noValidate onSubmit={submit}>
      {children}
      <Button type="submit" appearance="emphasised" fullWidth>
        {challengeText.continue}
      </Button>
    </form>
  )
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
