import type { Metadata } from 'next'
import type { ReactNode } from 'react'

import '../../react-page/src/page.css'

export const metadata: Metadata = { title: 'Sign in', icons: 'data:,', other: { 'color-scheme': 'light dark' } }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
