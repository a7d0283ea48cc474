import { Icon } from './icon.tsx'
import styles from './alternative-button.module.css'

/** Appearance of an alternative: `neutral` until the question is answered, then right or wrong, and filled if it was chosen. */
export type AlternativeState = 'neutral' | 'correct-chosen' | 'correct' | 'wrong-chosen' | 'wrong'

type AlternativeButtonProps = {
  text: string
  state: AlternativeState
  /** The state in words, shown below the text. */
  stateText?: string
  /** Position as a letter, shown before the text. The letter is not part of the accessible name. */
  letter: string
  disabled: boolean
  onChoose: () => void
}

/** Alternative of a question. Colour, icon and words show its state, which is also in `data-state`. */
export function AlternativeButton(props: AlternativeButtonProps) {
  const { text, state, stateText, letter, disabled, onChoose } = props
  return (
    <button type="button" className={styles.alternative} data-state={state} disabled={disabled} onClick={onChoose}>
      <span className={styles.letter} data-letter={letter} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.text}>{text}</span>
        {stateText && <span className={styles.stateText}> {stateText}</span>}
      </span>
      {state !== 'neutral' && <Icon name={state.startsWith('correct') ? 'check' : 'cross'} />}
    </button>
  )
}
