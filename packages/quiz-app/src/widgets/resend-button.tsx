import { useEffect, useState } from 'react'

import { Button } from './button.tsx'

/** Pause before another code can be requested, because messages take a while and a second code invalidates the first. */
const PAUSE_MS = 30_000

type ResendButtonProps = {
  label: string
  /** Time when the last code was sent, in milliseconds since 1970, or null if this page has not requested a code. */
  sentAtMs: number | null
  onResend: () => void
}

/** Requests another code. After a code was sent, the button is paused for 30 seconds, shows the remaining time, and keeps the focus. */
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
  // Limit the wait to the full pause, because the clock may have been set back, and a code sent just now can be newer
  // than nowMs.
  const pauseMs = sentAtMs === null ? 0 : Math.min(sentAtMs + PAUSE_MS - nowMs, PAUSE_MS)
  const isPaused = pauseMs > 0
  useEffect(() => {
    if (!isPaused) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isPaused])
  return Math.max(0, Math.ceil(pauseMs / 1000))
}
