import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'

import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

type DialogProps = {
  title: string
  open: boolean
  closeLabel: string
  /** Whether the dialog fills a narrow screen. */
  sheet?: boolean
  onClose: () => void
  children: ReactNode
}

/** Modal dialog that keeps the focus inside. Esc, the close button or a press outside closes the dialog and returns the focus. */
export function Dialog({ title, open, closeLabel, sheet = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  useLightDismiss(dialog, onClose)

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-sheet={sheet || undefined}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <div className={styles.heading}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="cross" label={closeLabel} onClick={onClose} />
      </div>
      {children}
    </dialog>
  )
}

/**
 * Closes the dialog on a press outside, like `closedby="any"`, which Safari does not support. A press that starts inside, to select text,
 * does not close the dialog.
 */
function useLightDismiss(ref: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = ref.current
    let beganBeside = false
    const begin = (event: MouseEvent) => (beganBeside = dialog !== null && isBeside(dialog, event))
    const end = (event: MouseEvent) => {
      if (beganBeside && dialog !== null && isBeside(dialog, event)) close()
    }
    dialog?.addEventListener('mousedown', begin)
    dialog?.addEventListener('click', end)
    return () => {
      dialog?.removeEventListener('mousedown', begin)
      dialog?.removeEventListener('click', end)
    }
  }, [ref])
}

/** Whether a press hit the backdrop. The target of a press on the backdrop is the dialog, as for a press in the dialog's padding. */
function isBeside(dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === dialog && !isInside
}
