import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { createPortal } from 'react-dom'

import { logFailure } from '../../failure-log.ts'
import { HeaderButton } from '../../frame/header-button.tsx'
import { commonText } from '../../text/common.ts'
import { accountDialogText } from '../../text/study.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { FailedReading } from '../../widgets/failed-reading.tsx'
import { Loading } from '../../widgets/loading.tsx'

/** Button that opens the account in a dialog. The dialog's content is downloaded when the dialog is first opened. */
export function AccountButton() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <HeaderButton icon="person" name={accountDialogText.title} onPress={() => setOpen(true)} />
      {createPortal(
        // The dialog is at the end of the page, so that the theme field remains the first combobox on the home screen.
        <Dialog
          sheet
          title={accountDialogText.title}
          open={isOpen}
          closeLabel={accountDialogText.close}
          onClose={close}
        >
          {isOpen && <AccountContents />}
        </Dialog>,
        document.body,
      )}
    </>
  )
}

type Loaded = { status: 'loading' | 'failed' } | { status: 'ready'; AccountPanel: ComponentType }

function AccountContents() {
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' })

  useEffect(() => {
    if (loaded.status !== 'loading') return
    import('./account-panel.tsx').then(
      ({ AccountPanel }) => setLoaded({ status: 'ready', AccountPanel }),
      (cause: unknown) => {
        logFailure('The account could not be downloaded.', cause)
        setLoaded({ status: 'failed' })
      },
    )
  }, [loaded])

  if (loaded.status === 'loading') return <Loading text={commonText.loading} />
  if (loaded.status === 'ready') return <loaded.AccountPanel />
  return (
    <FailedReading
      text={accountDialogText.loadFailed}
      retryLabel={commonText.retry}
      onRetry={() => setLoaded({ status: 'loading' })}
    />
  )
}
