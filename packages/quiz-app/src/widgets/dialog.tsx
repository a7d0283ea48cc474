import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'

import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

type DialogProps = { title: string; open: boolean; closeLabel: string; onClose: () => void; children: ReactNode }

/** A modal sheet: keeps the focus inside, closes with Esc, the close button or a press beside it, and gives the focus back. */
export function Dialog({ title, open, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} closedby="any" onClose={onClose}>
      <div className={styles.heading}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="cross" label={closeLabel} onClick={onClose} />
      </div>
      {children}
    </dialog>
  )
}
