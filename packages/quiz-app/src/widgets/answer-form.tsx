import type { FormEvent, ReactNode } from 'react'

import layout from '../styles/layout.module.css'
import { Button } from './button.tsx'

type AnswerFormProps = {
  /** Text of the button. */
  submit: string
  /** E-mail address for password managers; omit it if the form does not set a password. */
  account?: string | undefined
  children: ReactNode
  /** Called with the text of each named field if all fields are valid. */
  onAnswer: (fields: Record<string, string>) => void
}

/**
 * Form with fields and a button. If a field is empty or an address is invalid, the first such field takes the focus and the form
 * is not submitted.
 */
export function AnswerForm({ submit, account, children, onAnswer }: AnswerFormProps) {
  const answer = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const unfinished = inputsOf(form).filter(isUnfinished)
    for (const input of inputsOf(form)) markInvalid(input, unfinished.includes(input))
    if (unfinished[0]) unfinished[0].focus()
    else onAnswer(Object.fromEntries(inputsOf(form).map((input) => [input.name, textOf(input)])))
  }
  return (
    <form className={layout.stack} noValidate onSubmit={answer}>
      {account?.includes('@') && <AccountForPasswordManager email={account} />}
      {children}
      <Button type="submit" appearance="emphasised" fullWidth>
        {submit}
      </Button>
    </form>
  )
}

function inputsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll('input')].filter(({ name }) => name !== '')
}

function isUnfinished({ value, validity }: HTMLInputElement): boolean {
  return value.trim() === '' || validity.typeMismatch
}

/** Returns the typed text. Spaces are removed from codes, because e-mails, apps and keyboards group digits. */
function textOf({ value, autocomplete }: HTMLInputElement): string {
  return autocomplete === 'one-time-code' ? value.replaceAll(/\s/g, '') : value
}

/** Marks a field as invalid. The form sets the attribute itself, because the caller renders the fields. */
function markInvalid(input: HTMLInputElement, isInvalid: boolean): void {
  if (isInvalid) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}

/**
 * Hidden username field that lets password managers assign a new password to the account. The field is not part of the answer.
 */
function AccountForPasswordManager({ email }: { email: string }) {
  return (
    <input
      className={layout.unseen}
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
