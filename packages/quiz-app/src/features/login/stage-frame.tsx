import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import layout from '../../styles/layout.module.css'
import { Button } from '../../widgets/button.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { loginViewAtom, restartLoginAtom } from './login-atoms.ts'

type StageFrameProps = {
  children: ReactNode
  /** Status text during a request. */
  busyText: string
  /** Label of the button that returns to the form. */
  back: string
}

/**
 * Frame of a stage, with its status and a button that returns to the form. After a failure, focuses the field that the
 * user should correct.
 */
export function StageFrame({ children, busyText, back }: StageFrameProps) {
  const { isBusy, failure } = useAtomValue(loginViewAtom)
  const restart = useSetAtom(restartLoginAtom)
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (failure === null) return
    const isAboutPassword = failure.kind === 'weak-password' || failure.kind === 'password-used-before'
    const field = frame.current?.querySelector<HTMLInputElement>(isAboutPassword ? '[type=password]' : 'input[name]')
    field?.focus()
    field?.select()
  }, [failure])

  return (
    <div ref={frame} className={layout.stack} aria-busy={isBusy}>
      {children}
      <div className={layout.statusLine}>{isBusy && <Loading text={busyText} compact />}</div>
      <Button onClick={restart}>{back}</Button>
    </div>
  )
}
