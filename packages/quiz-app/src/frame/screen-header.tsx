import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'

import { envAtom } from '../session/services.ts'
import { commonText } from '../text.ts'
import { AppHeader } from '../widgets/app-header.tsx'
import { ThemeSwitch } from '../widgets/theme-switch.tsx'

/** The product's header with the controls of a screen. */
export function ScreenHeader({ children }: { children?: ReactNode }) {
  const { productName } = useAtomValue(envAtom)
  return (
    <AppHeader product={productName}>
      {children}
      <ThemeSwitch labels={commonText.themeSwitch} />
    </AppHeader>
  )
}
