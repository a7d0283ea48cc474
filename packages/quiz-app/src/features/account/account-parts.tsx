import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import layout from '../../styles/layout.module.css'
import { accountText } from '../../text/account.ts'
import { commonText } from '../../text/common.ts'
import { Button } from '../../widgets/button.tsx'
import { FailedReading } from '../../widgets/failed-reading.tsx'
import { Icon } from '../../widgets/icon.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { Notification } from '../../widgets/notification.tsx'
import styles from './account.module.css'
import type { Outcome, Reading } from './account-work.tsx'

// Building blocks of the account dialog's sections.

/** Section of the account dialog that opens under its heading. A closed section renders no content. */
export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <section ref={section} className={styles.section}>
      <h3 className={styles.heading}>
        <button
          type="button"
          className={styles.summary}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <Icon name="chevron-down" />
        </button>
      </h3>
      {isOpen && (
        <div id={id} className={`${styles.body} ${layout.stack}`}>
          {children}
        </div>
      )}
    </section>
  )
}

type ReadingViewProps<Value> = {
  reading: Reading<Value>
  onRetry: () => void
  children: (value: Value) => ReactNode
  /** Text shown if the account does not offer this function. */
  notOffered?: string
}

/** Shows the value of a read, its loading state, or its error. */
export function ReadingView<Value>({ reading, onRetry, children, notOffered }: ReadingViewProps<Value>) {
  if (reading.status === 'loading') return <Loading text={commonText.loading} />
  if (reading.status === 'ready') return children(reading.value)
  if (reading.kind === 'not-offered' && notOffered) return <p>{notOffered}</p>
  return <FailedReading text={reading.text} retryLabel={commonText.retry} onRetry={onRetry} />
}

/**
 * Announces the outcome of the last press. If the pressed control has been removed, the outcome takes the focus, which
 * the browser would otherwise lose.
 */
export function OutcomeLine({ outcome }: { outcome: Outcome }) {
  const line = useRef<HTMLDivElement>(null)
  const { status } = outcome
  useEffect(() => {
    if (status !== 'idle' && isFocusLost()) line.current?.focus()
  }, [status])
  return (
    <div ref={line} tabIndex={-1}>
      <div role="status">
        {status === 'busy' && <span className={layout.soft}>{accountText.busy}</span>}
        {status === 'done' && (
          <span className={styles.done}>
            <Icon name="check" />
            {outcome.text}
          </span>
        )}
      </div>
      {status === 'failed' && <Notification appearance="negative">{outcome.text}</Notification>}
    </div>
  )
}

/**
 * Replaces a pressed control and takes the focus, which the browser would otherwise lose. Give each step its own key.
 *
 * @param focus whether the step's first control or the start of the step takes the focus
 */
export function NextStep({ focus, children }: { focus: 'control' | 'start'; children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isFocusLost()) return
    const control = focus === 'control' ? step.current?.querySelector<HTMLElement>('input, button') : null
    const target = control ?? step.current
    target?.focus()
  }, [focus])
  return (
    <div ref={step} tabIndex={-1} className={layout.stack}>
      {children}
    </div>
  )
}

function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement instanceof HTMLDialogElement
}

type ConfirmButtonProps = {
  label: string
  /** Accessible name, for lists in which several buttons have the same label. */
  accessibleName?: string
  question: string
  onConfirm: () => void
}

/** Button for an action that is hard to undo. A press replaces the button with a request for confirmation. */
export function ConfirmButton({ label, accessibleName, question, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  const questionId = useId()

  useEffect(() => {
    if (isAsking) confirm.current?.focus()
    else if (wasAsking.current) first.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  if (!isAsking) {
    return (
      <Button ref={first} appearance="outlined" aria-label={accessibleName} onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  }
  return (
    <div role="group" aria-labelledby={questionId} className={`${styles.question} ${layout.tightStack}`}>
      <p id={questionId}>{question}</p>
      <div className={layout.buttonRow}>
        <Button
          ref={confirm}
          appearance="emphasised"
          aria-describedby={questionId}
          aria-label={accessibleName}
          onClick={() => {
            setAsking(false)
            onConfirm()
          }}
        >
          {label}
        </Button>
        <Button onClick={() => setAsking(false)}>{accountText.cancel}</Button>
      </div>
    </div>
  )
}
