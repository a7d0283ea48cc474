import layout from '../styles/layout.module.css'
import { Button } from './button.tsx'
import { Notification } from './notification.tsx'

type FailedReadingProps = { text: string; retryLabel: string; onRetry: () => void }

/** Says that data could not be read and offers a retry. */
export function FailedReading({ text, retryLabel, onRetry }: FailedReadingProps) {
  return (
    <Notification appearance="negative">
      <div className={layout.tightStack}>
        <p>{text}</p>
        <div>
          <Button appearance="outlined" onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      </div>
    </Notification>
  )
}
