import { Button } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import type { IconName } from '../widgets/icon.tsx'
import styles from './screen-header.module.css'

/** A control of the header: drawing and name, or only the drawing where there is little room. */
export function HeaderButton({ icon, name, onPress }: { icon: IconName; name: string; onPress: () => void }) {
  return (
    <Button onClick={onPress}>
      <Icon name={icon} />
      <span className={styles.name}>{name}</span>
    </Button>
  )
}
