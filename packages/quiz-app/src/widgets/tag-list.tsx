import type { KeyboardEvent } from 'react'

import styles from './input-tag.module.css'
import { RemovableChip } from './removable-chip.tsx'
import { tagKeys } from './tag-rules.ts'

type TagListProps = {
  tags: readonly string[]
  removeLabel: (tag: string) => string
  onChange: (tags: string[]) => void
  /** Moves the focus to a tag, or to the text field behind the last one. */
  focusAt: (index: number) => void
}

/** The tags of an input-tag: a press, Backspace or Delete removes one, the arrow keys go from one to the next. */
export function TagList({ tags, removeLabel, onChange, focusAt }: TagListProps) {
  const keys = tagKeys(tags)

  const remove = (removed: number) => {
    focusAt(tags.length) // the text field: the pressed button disappears
    onChange(tags.filter((_, index) => index !== removed))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Backspace' || event.key === 'Delete') remove(index)
    if (event.key === 'ArrowLeft') focusAt(index - 1)
    if (event.key === 'ArrowRight') focusAt(index + 1)
  }
  return (
    <ul className={styles.tags}>
      {tags.map((tag, index) => (
        <li key={keys[index]}>
          <RemovableChip
            text={tag}
            label={removeLabel(tag)}
            onClick={() => remove(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
        </li>
      ))}
    </ul>
  )
}
