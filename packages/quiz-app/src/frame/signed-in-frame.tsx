import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'

import { loadBankAtom } from '../questions/bank-atoms.ts'
import { closeQuizAtom } from '../features/quiz/quiz-atoms.ts'
import { restartLoginAtom } from '../features/login/login-atoms.ts'
import { startSyncAtom } from '../sync/sync-atoms.ts'

/** What lives as long as somebody is signed in, whatever the screen: the sync of answers and the question bank. */
export function SignedInFrame() {
  const startSync = useSetAtom(startSyncAtom)
  const loadBank = useSetAtom(loadBankAtom)
  const closeQuiz = useSetAtom(closeQuizAtom)
  const restartLogin = useSetAtom(restartLoginAtom)

  useEffect(() => {
    restartLogin() // however the person got in, perhaps in another tab, no challenge is left to answer
    const stopSync = startSync()
    void loadBank()
    return () => {
      stopSync()
      closeQuiz()
    }
  }, [startSync, loadBank, closeQuiz, restartLogin])

  return <Outlet />
}
