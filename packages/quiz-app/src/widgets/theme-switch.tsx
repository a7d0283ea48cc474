import { useEffect, useState } from 'react'

import { IconButton } from './icon-button.tsx'
import type { IconName } from './icon.tsx'
import {
  applyThemePreference,
  nextThemePreference,
  readThemePreference,
  storeThemePreference,
} from './theme-preference.ts'
import type { ThemePreference } from './theme-preference.ts'

const ICONS: Record<ThemePreference, IconName> = { system: 'system', light: 'sun', dark: 'moon' }

type ThemeSwitchProps = { labels: Record<ThemePreference | 'name', string> }

/** Goes through following the system, light and dark; the choice is kept for the next visit. */
export function ThemeSwitch({ labels }: ThemeSwitchProps) {
  const [preference, setPreference] = useState(() => readThemePreference())

  useEffect(() => applyThemePreference(preference), [preference])

  const switchOver = () => {
    const next = nextThemePreference(preference)
    storeThemePreference(next)
    setPreference(next)
  }
  return <IconButton icon={ICONS[preference]} label={`${labels.name}: ${labels[preference]}`} onClick={switchOver} />
}
