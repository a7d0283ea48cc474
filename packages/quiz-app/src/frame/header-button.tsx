import { Button } from '../widgets/button.tsx'
import { Icon } from '../widgets/icon.tsx'
import type { IconName } from '../widgets/icon.tsx'
import styles from './header-button.module.css'

/** Header control with an icon and a label side by side; on a narrow screen the label is small and below the icon. */
export function HeaderButton({ icon, name, onPress }: { icon: IconName; name: string; onPress: () => void }) {
  return (
    <Button onClick={onPress}>
      <span className={styles.content}>
        <Icon name={icon} />
        <span className={styles.name}>{name}</span>
      </span>
    </Button>
  )
}
