import { useAtomValue, useSetAtom } from 'jotai'

import { bankAtom, loadBankAtom } from '../questions/bank-atoms.ts'
import layout from '../styles/layout.module.css'
import { commonText, homeText } from '../text.ts'
import { Button } from '../widgets/button.tsx'
import { Notification } from '../widgets/notification.tsx'

/** Says that the questions could not be loaded and offers to try again; nothing otherwise. */
export function BankProblem() {
  const { status } = useAtomValue(bankAtom)
  const loadBank = useSetAtom(loadBankAtom)
  if (status !== 'failed') return null
  return (
    <Notification appearance="negative">
      <div className={layout.tightStack}>
        <p>{homeText.bankFailed}</p>
        <div>
          <Button appearance="outlined" onClick={() => void loadBank()}>
            {commonText.retry}
          </Button>
        </div>
      </div>
    </Notification>
  )
}
