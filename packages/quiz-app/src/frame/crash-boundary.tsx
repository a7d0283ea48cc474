import { Component } from 'react'
import type { ReactNode } from 'react'

import { logFailure } from '../failure-log.ts'
import layout from '../styles/layout.module.css'
import { commonText } from '../text/common.ts'
import { Button } from '../widgets/button.tsx'
import { Notification } from '../widgets/notification.tsx'

/** Shows a message and a button instead of a blank page if a screen crashes or cannot be downloaded. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override readonly state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override componentDidCatch(cause: unknown) {
    logFailure('A screen failed.', cause)
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <main className={layout.centred}>
        <div className={layout.stack}>
          <Notification appearance="negative">{commonText.crashed}</Notification>
          <Button appearance="emphasised" onClick={() => location.reload()}>
            {commonText.reload}
          </Button>
        </div>
      </main>
    )
  }
}
