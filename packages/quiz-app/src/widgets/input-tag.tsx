import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'

import { RemovableChip } from './chip.tsx'
import fieldStyles from './field.module.css'
import styles from './input-tag.module.css'
import { addTags, DEFAULT_TAG_RULES, splitEntries, tagKeys } from './tag-rules.ts'
import type { TagRules } from './tag-rules.ts'

type InputTagProps = {
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
  removeLabel: (tag: string) => string
  placeholder?: string
  /** Colour of the tags. */
  status?: 'default' | 'positive' | 'warning' | 'negative'
  size?: 's' | 'm' | 'l'
} & Partial<TagRules>

/** List of short texts. The separator, Enter and leaving the field add the typed or pasted text as tags. */
export function InputTag(props: InputTagProps) {
  const { label, value, onChange, removeLabel, placeholder, status = 'default', size = 'm' } = props
  const entry = useEntry(value, { ...DEFAULT_TAG_RULES, ...props }, onChange)
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)

  /** Focuses a tag by its index; `value.length` is the index of the text field. */
  const focusAt = (index: number) => {
    const stops = frame.current?.querySelectorAll<HTMLElement>('button, input')
    stops?.[Math.max(index, 0)]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && entry.typed === '') focusAt(value.length - 1)
    if (event.key !== 'Enter' || entry.typed === '') return
    event.preventDefault() // Enter submits a form only when there is no entry to add
    entry.commit()
  }
  return (
    <div className={`${fieldStyles.field} ${styles.inputTag}`} data-size={size} data-status={status}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div ref={frame} className={`${fieldStyles.frame} ${styles.frame}`}>
        <TagList tags={value} {...{ removeLabel, onChange, focusAt }} />
        <input
          id={id}
          className={styles.input}
          value={entry.typed}
          placeholder={value.length === 0 ? placeholder : undefined}
          onChange={(event) => entry.type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={entry.commit}
        />
      </div>
    </div>
  )
}

/** State of the typed entry, and the function that adds it as tags. */
function useEntry(tags: readonly string[], rules: TagRules, onChange: (tags: string[]) => void) {
  const [typed, setTyped] = useState('')

  const add = (entries: string[], rest: string) => {
    if (entries.some((entry) => entry.trim() !== '')) onChange(addTags(tags, entries, rules))
    setTyped(rest)
  }
  const type = (text: string) => {
    const { entries, rest } = splitEntries(text, rules.separator)
    add(entries, rest)
  }
  return { typed, type, commit: () => add([typed], '') }
}

type TagListProps = {
  tags: readonly string[]
  removeLabel: (tag: string) => string
  onChange: (tags: string[]) => void
  /** Moves the focus to a tag, or to the text field after the last tag. */
  focusAt: (index: number) => void
}

/** Tags of an input-tag. A press, Backspace or Delete removes a tag; the arrow keys move between tags. */
function TagList({ tags, removeLabel, onChange, focusAt }: TagListProps) {
  const keys = tagKeys(tags)

  const remove = (removed: number) => {
    focusAt(tags.length) // focuses the text field, because the pressed button disappears
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
