import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import { envAtom } from '../session/services.ts'
import { commonText } from '../text/common.ts'
import { AppHeader } from '../widgets/app-header.tsx'
import { ThemeSwitch } from '../widgets/theme-switch.tsx'

// Parts shared by every screen: the document title, the header and the heading that a screen reader reads first.

/** Sets the document title to the screen's title followed by the product's name. */
export function DocumentTitle({ screen }: { screen: string }) {
  const { productName } = useAtomValue(envAtom)
  return <title>{`${screen} · ${productName}`}</title>
}

/** Header of the product with a screen's controls. */
export function ScreenHeader({ children }: { children?: ReactNode }) {
  const { productName } = useAtomValue(envAtom)
  return (
    <AppHeader product={productName}>
      {children}
      <ThemeSwitch labels={commonText.themeSwitch} />
    </AppHeader>
  )
}

/** Heading that takes the focus when it appears, so that screen readers read a new screen from its start. */
export function FocusedHeading({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
