import { useLinkClickHandler } from 'react-router-dom'

import layout from '../styles/layout.module.css'
import { notFoundText } from '../text/common.ts'
import { DocumentTitle, FocusedHeading, ScreenHeader } from './screen.tsx'

/** Screen for an unknown address. */
export function NotFoundScreen() {
  const goHome = useLinkClickHandler('/home')
  return (
    <>
      <DocumentTitle screen={notFoundText.title} />
      <ScreenHeader />
      <main className={layout.centred}>
        <div className={`${layout.card} ${layout.stack}`}>
          <FocusedHeading>{notFoundText.title}</FocusedHeading>
          <p>
            <a href="/home" onClick={goHome} className={layout.standaloneLink}>
              {notFoundText.back}
            </a>
          </p>
        </div>
      </main>
    </>
  )
}
