import { useSetAtom } from 'jotai'
import { useEffect } from 'react'

import { loadStatsAtom } from '../sync/sync-atoms.ts'

/** Reads the server's statistics whenever a screen that builds on them opens. */
export function useStatsLoad(): void {
  const loadStats = useSetAtom(loadStatsAtom)
  useEffect(() => void loadStats(), [loadStats])
}
