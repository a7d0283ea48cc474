import { useAtom } from 'jotai'

import layout from '../../styles/layout.module.css'
import { quizText } from '../../text.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { areShortcutsOnAtom } from './quiz-keys.ts'
import styles from './shortcuts-help.module.css'

/** Lists the keys and lets the person switch them off. */
export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [areShortcutsOn, setShortcutsOn] = useAtom(areShortcutsOnAtom)
  return (
    <Dialog title={quizText.help} open={open} closeLabel={quizText.close} onClose={onClose}>
      <div className={layout.stack}>
        <dl className={styles.keys}>
          {quizText.helpKeys.map(([keys, effect]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={areShortcutsOn}
            onChange={(event) => setShortcutsOn(event.currentTarget.checked)}
          />
          {quizText.helpSwitch}
        </label>
      </div>
    </Dialog>
  )
}
