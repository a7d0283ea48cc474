import { Icon } from './icon.tsx'
import styles from './alternative-button.module.css'

/** How one alternative looks: `neutral` until the question is answered, then right or wrong, filled when it was the chosen one. */
export type AlternativeState = 'neutral' | 'correct-chosen' | 'correct' | 'wrong-chosen' | 'wrong'

type AlternativeButtonProps = {
  text: string
  state: AlternativeState
  /** The state in words, shown below the text. */
  stateText?: string
  /** Position as a letter, drawn before the text; the button's name is the text alone. */
  letter: string
  disabled: boolean
  onChoose: () => void
}

/** One alternative of a question. Its state is told by colour, drawing and words, and stands in `data-state`. */
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
