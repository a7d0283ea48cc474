import { useEffect, useState } from 'react'

import { Button } from './button.tsx'

/** Mail and SMS take a while: asking again at once only makes the first code worthless. */
const PAUSE_MS = 30_000

type ResendButtonProps = {
  label: string
  /** When a code was sent last, in milliseconds since 1970; null when none was sent from here. */
  sentAtMs: number | null
  onResend: () => void
}

/** Asks for another code; after one was sent it waits half a minute and shows for how long. It keeps the focus meanwhile. */
export function ResendButton({ label, sentAtMs, onResend }: ResendButtonProps) {
  const seconds = useSecondsOfPause(sentAtMs)
  const isPaused = seconds > 0
  return (
    <Button aria-disabled={isPaused || undefined} onClick={() => !isPaused && onResend()}>
      {label}
      {isPaused && <span aria-hidden="true">({seconds} s)</span>}
    </Button>
  )
}

function useSecondsOfPause(sentAtMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  // Never more than the full pause: the clock may have been set back, and a code sent just now can be newer than nowMs.
  const pauseMs = sentAtMs === null ? 0 : Math.min(sentAtMs + PAUSE_MS - nowMs, PAUSE_MS)
  const isPaused = pauseMs > 0
  useEffect(() => {
    if (!isPaused) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isPaused])
  return Math.max(0, Math.ceil(pauseMs / 1000))
}
