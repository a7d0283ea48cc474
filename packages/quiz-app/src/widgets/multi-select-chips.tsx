import styles from './multi-select.module.css'
import { RemovableChip } from './removable-chip.tsx'

type MultiSelectChipsProps = {
  chosen: ReadonlySet<string>
  removeLabel: (option: string) => string
  onChange: (value: string[]) => void
}

/** The chosen options on one line that scrolls sideways; pressing one removes it. */
export function MultiSelectChips({ chosen, removeLabel, onChange }: MultiSelectChipsProps) {
  return (
    <ul className={styles.chips}>
      {Array.from(chosen, (option) => (
        <li key={option} ref={showEnd}>
          <RemovableChip
            text={option}
            label={removeLabel(option)}
            onClick={() => onChange([...chosen].filter((other) => other !== option))}
          />
        </li>
      ))}
    </ul>
  )
}

/** Called when a chip appears: the newest choice stands at the end of the line, so the line scrolls there. */
function showEnd(chip: HTMLLIElement | null): void {
  const line = chip?.parentElement
  if (line) line.scrollLeft = line.scrollWidth
}
