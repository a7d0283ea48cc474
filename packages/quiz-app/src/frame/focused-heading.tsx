import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

/** A screen's heading that takes the focus when it appears, so that a new screen is read from its start. */
export function FocusedHeading({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
