import type { FormEvent, ReactNode } from 'react'

import layout from '../styles/layout.module.css'
import { Button } from './button.tsx'

type AnswerFormProps = {
  /** What the button says. */
  submit: string
  /** The address whose password is given, for password managers; none where the form sets no password. */
  account?: string | undefined
  children: ReactNode
  /** Called with the text of each named field, when all of them are filled in. */
  onAnswer: (fields: Record<string, string>) => void
}

/** Fields with their button. An empty field, or an address that is none, sends nothing and takes the focus. */
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

/** What was typed; of a code without spaces, since mails, apps and keyboards group its digits. */
function textOf({ value, autocomplete }: HTMLInputElement): string {
  return autocomplete === 'one-time-code' ? value.replaceAll(/\s/g, '') : value
}

/** The fields are the caller's, so their mark is set where they are read. */
function markInvalid(input: HTMLInputElement, isInvalid: boolean): void {
  if (isInvalid) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}

/** A password manager looks for a field to tell whose password is new; a person needs none. It is no part of the answer. */
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
