import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { FormEvent } from 'react'

import layout from '../../styles/layout.module.css'
import { accountText, deletionText } from '../../text/account.ts'
import { Button } from '../../widgets/button.tsx'
import { Notification } from '../../widgets/notification.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { NextStep } from './account-parts.tsx'
import { deleteEverythingAtom, deletionAtom, DELETION_STEPS } from './deletion.ts'
import type { Deletion } from './deletion.ts'
import styles from './account.module.css'

/**
 * Deletes the user's data and account after a typed confirmation. If the deletion stops midway, the section shows the
 * state of each step.
 */
export function DeletionSection() {
  const deletion = useAtomValue(deletionAtom)
  return (
    <>
      <p>{deletionText.purpose}</p>
      <p className={layout.soft}>{deletionText.otherDevices}</p>
      {deletion === null ? <DeletionForm /> : <DeletionProgress deletion={deletion} />}
    </>
  )
}

function DeletionForm() {
  const deleteEverything = useSetAtom(deleteEverythingAtom)
  const [isInvalid, setInvalid] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('confirmation') as HTMLInputElement
    const isConfirmed = field.value.trim() === deletionText.word
    setInvalid(!isConfirmed)
    if (isConfirmed) void deleteEverything()
    else field.focus()
  }
  return (
    <form className={layout.stack} noValidate onSubmit={submit}>
      <TextField
        label={deletionText.confirm}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="characters"
        hint={deletionText.confirmHint}
        invalid={isInvalid}
      />
      <div>
        <Button type="submit" appearance="destructive">
          {deletionText.submit}
        </Button>
      </div>
    </form>
  )
}

/** Shows the state of each step and, after a failure, its reason and a retry button. */
function DeletionProgress({ deletion }: { deletion: Deletion }) {
  const deleteEverything = useSetAtom(deleteEverythingAtom)
  const { steps, isRunning, failure } = deletion
  return (
    <NextStep key={isRunning ? 'running' : 'stopped'} focus="start">
      {failure !== null && (
        <Notification appearance="negative">
          <div className={layout.tightStack}>
            <p>{deletionText.stopped}</p>
            <p>{failure}</p>
          </div>
        </Notification>
      )}
      <ol className={styles.steps} aria-live="polite">
        {DELETION_STEPS.map((step) => (
          <li key={step}>
            {deletionText.steps[step]}: <strong>{deletionText.states[steps[step]]}</strong>
          </li>
        ))}
      </ol>
      <p role="status">{isRunning && accountText.busy}</p>
      {!isRunning && (
        <div>
          <Button appearance="destructive" onClick={() => void deleteEverything()}>
            {deletionText.retry}
          </Button>
        </div>
      )}
    </NextStep>
  )
}
