import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'

import { logFailure } from '../../failure-log.ts'
import { checkSessionAtom, forceSignOutAtom } from '../../session/auth.ts'
import { cognitoClientAtom } from '../../session/services.ts'
import { callAccount } from './account-calls.ts'
import type { AccountOperation } from './account-calls.ts'
import { accountFailureKind, describeAccountFailure } from './account-failures.ts'
import type { AccountFailureKind, PartTexts } from './account-failures.ts'

// Reads and operations of one section of the account dialog. Closing the section or the dialog aborts its reads and
// operations. Opening the section again starts a new read.

/** Calls an account operation and aborts it when its section closes. */
export type Call = <Result>(operation: AccountOperation<Result>) => Promise<Result>

export type Reading<Value> =
  | { status: 'loading' }
  | { status: 'failed'; kind: AccountFailureKind | null; text: string }
  | { status: 'ready'; value: Value }

/** Reads when the section opens. `reload` reads again and keeps the current content on screen. */
export function useAccountReading<Value>(operation: AccountOperation<Value>, texts: PartTexts = {}) {
  const [reading, setReading] = useState<Reading<Value>>({ status: 'loading' })
  const { call, isOver, noteFailure } = useCall()
  const given = useRef({ operation, texts })

  const reload = useCallback(async () => {
    try {
      const value = await call(given.current.operation)
      if (!isOver()) setReading({ status: 'ready', value })
    } catch (cause) {
      if (isOver()) return
      noteFailure(cause)
      const kind = accountFailureKind(cause)
      setReading({ status: 'failed', kind, text: describeAccountFailure(cause, given.current.texts) })
    }
  }, [call, isOver, noteFailure])
  useEffect(() => void reload(), [reload])

  const retry = () => {
    setReading({ status: 'loading' })
    void reload()
  }
  return { reading, reload, retry }
}

export type Outcome = { status: 'idle' | 'busy' } | { status: 'done' | 'failed'; text: string }

/** Runs one action at a time. `work` returns the sentence that reports the result, or null for no report. */
export function useAccountAction(texts: PartTexts = {}) {
  const [outcome, setOutcome] = useState<Outcome>({ status: 'idle' })
  const { call, isOver, noteFailure } = useCall()
  const isBusy = useRef(false)

  const run = async (work: (call: Call) => Promise<string | null>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setOutcome({ status: 'busy' })
    try {
      const text = await work(call)
      if (!isOver()) setOutcome(text === null ? { status: 'idle' } : { status: 'done', text })
    } catch (cause) {
      if (isOver()) return
      noteFailure(cause)
      setOutcome({ status: 'failed', text: describeAccountFailure(cause, texts) })
    } finally {
      isBusy.current = false
    }
  }
  const clear = () => setOutcome({ status: 'idle' })
  return { outcome, run, clear }
}

/** Returns a function that calls operations and aborts them when the component unmounts. */
function useCall() {
  const client = useAtomValue(cognitoClientAtom)
  const checkSession = useSetAtom(checkSessionAtom)
  const forceSignOut = useSetAtom(forceSignOutAtom)
  const leaving = useRef(new AbortController())

  useEffect(() => {
    const controller = new AbortController() // each mount needs a new controller, because strict mode mounts twice
    leaving.current = controller
    return () => controller.abort()
  }, [])

  const isOver = useCallback(() => leaving.current.signal.aborted, [])
  const call = useCallback<Call>((operation) => callAccount(client, operation, leaving.current.signal), [client])
  const noteFailure = useCallback(
    (cause: unknown) => {
      logFailure('A step in the account failed.', cause)
      const kind = accountFailureKind(cause)
      if (kind === 'session-over') checkSession() // if the session has really ended, the check opens /login
      if (kind === 'account-gone') void forceSignOut('session-ended')
    },
    [checkSession, forceSignOut],
  )
  return { call, isOver, noteFailure }
}
