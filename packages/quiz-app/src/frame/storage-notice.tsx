import { useAtomValue } from 'jotai'

import { isStorageRefusedAtom } from '../storage/storage-atoms.ts'
import { commonText } from '../text.ts'
import { Notification } from '../widgets/notification.tsx'

/** Warns where the browser refuses storage: answers then live only as long as the page. */
export function StorageNotice() {
  const isRefused = useAtomValue(isStorageRefusedAtom)
  return isRefused ? <Notification appearance="warning">{commonText.storageRefused}</Notification> : null
}
