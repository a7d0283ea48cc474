import { useAtomValue } from 'jotai'

import { readStudyDataAtom } from '../../sync/sync-atoms.ts'
import { dataText } from '../../text/account.ts'
import { Button } from '../../widgets/button.tsx'
import { downloadFile } from '../../widgets/download-file.ts'
import { Icon } from '../../widgets/icon.tsx'
import { writeAccountFile } from './account-file.ts'
import { OutcomeLine } from './account-parts.tsx'
import { useAccountAction } from './account-work.tsx'

/** Downloads all data that the app can access about the user. If a part cannot be read, no file is created. */
export function DataSection() {
  const readStudyData = useAtomValue(readStudyDataAtom)
  const { outcome, run } = useAccountAction()
  const download = () =>
    run(async (call) => {
      const study = await readStudyData()
      const contents = await call((client, options) => writeAccountFile(client, options, { study, atMs: Date.now() }))
      downloadFile(dataText.file, 'application/json', contents)
      return dataText.downloaded
    })
  return (
    <>
      <p>{dataText.purpose}</p>
      <div>
        <Button appearance="outlined" onClick={() => void download()}>
          <Icon name="download" />
          {dataText.download}
        </Button>
      </div>
      <OutcomeLine outcome={outcome} />
    </>
  )
}
