import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import layout from '../../styles/layout.module.css'
import { Button } from '../../widgets/button.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { loginAtom, restartLoginAtom } from './login-atoms.ts'

type StageFrameProps = {
  children: ReactNode
  /** What is going on while the service is asked. */
  busyText: string
  /** What leads back to e-mail and password. */
  back: string
}

/** What stands around a stage after the form: that it works, a way back, and the focus on what a failure is about. */
export function StageFrame({ children, busyText, back }: StageFrameProps) {
  const { isBusy, failure } = useAtomValue(loginAtom)
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
