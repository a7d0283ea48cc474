import { useEffect, useState } from 'react'

import { IconButton } from './button.tsx'
import type { IconName } from './icon.tsx'

/** Choice of the user: a fixed theme, or the system's theme. */
export type ThemePreference = 'system' | 'light' | 'dark'

/** Storage key of the choice. A page that reads the choice before its first paint does not flash the other theme. */
const THEME_STORAGE_KEY = 'theme'

const ORDER: readonly ThemePreference[] = ['system', 'light', 'dark']

/** Returns the choice that follows `current` in the cycle. */
export function nextThemePreference(current: ThemePreference): ThemePreference {
  return ORDER[(ORDER.indexOf(current) + 1) % ORDER.length] ?? 'system'
}

/** Returns the stored choice, or `system` if no valid choice is stored or the browser blocks storage. */
export function readThemePreference(storage: () => Storage = () => localStorage): ThemePreference {
  try {
    const stored = storage().getItem(THEME_STORAGE_KEY)
    return ORDER.find((preference) => preference === stored) ?? 'system'
  } catch {
    return 'system' // without storage, the system's theme is the default
  }
}

/** Stores the choice for the next visit. Without storage the choice lasts as long as the page. */
export function storeThemePreference(preference: ThemePreference, storage: () => Storage = () => localStorage): void {
  try {
    storage().setItem(THEME_STORAGE_KEY, preference)
  } catch {
    // If storage is blocked or full, the page still shows the choice, but the next visit does not.
  }
}

/** Applies the choice: `data-theme` on <html> overrides the system's theme; without it the page follows the system. */
export function applyThemePreference(preference: ThemePreference, root: HTMLElement = document.documentElement): void {
  if (preference === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = preference
}

const ICONS: Record<ThemePreference, IconName> = { system: 'system', light: 'sun', dark: 'moon' }

type ThemeSwitchProps = { labels: Record<ThemePreference | 'name', string> }

/** Button that cycles through the system's theme, light and dark, and stores the choice for the next visit. */
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
