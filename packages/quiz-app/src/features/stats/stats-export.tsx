import { useAtomValue } from 'jotai'

import { questionsAtom } from '../../questions/bank-atoms.ts'
import { exportRows, toCsv, toJson } from './export.ts'
import { tallyOfAtom } from '../../sync/sync-atoms.ts'
import { statsText } from '../../text.ts'
import { Button } from '../../widgets/button.tsx'
import { Icon } from '../../widgets/icon.tsx'
import styles from './stats-export.module.css'

/** Hands the person's own numbers out as files. */
export function StatsExport() {
  const questions = useAtomValue(questionsAtom)
  const tallyOf = useAtomValue(tallyOfAtom)
  const rows = () => exportRows(questions, tallyOf)
  return (
    <div className={styles.files}>
      <Button appearance="outlined" onClick={() => download('csv', 'text/csv', toCsv(rows(), statsText.exportColumns))}>
        <Icon name="download" />
        {statsText.exportCsv}
      </Button>
      <Button appearance="outlined" onClick={() => download('json', 'application/json', toJson(rows()))}>
        <Icon name="download" />
        {statsText.exportJson}
      </Button>
    </div>
  )
}

function download(extension: string, type: string, contents: string): void {
  const url = URL.createObjectURL(new Blob([contents], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${statsText.exportFile}.${extension}`
  link.click()
  URL.revokeObjectURL(url)
}
