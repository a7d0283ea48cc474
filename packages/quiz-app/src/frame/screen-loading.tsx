import { useEffect, useState } from 'react'

import { commonText } from '../text/common.ts'
import { Loading } from '../widgets/loading.tsx'

const SLOW_AFTER_MS = 10_000

/** Text shown while a screen downloads. After ten seconds, the text suggests reloading the page. */
export function ScreenLoading() {
  const [text, setText] = useState(commonText.loading)
  useEffect(() => {
    const timer = setTimeout(() => setText(commonText.slow), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return <Loading text={text} />
}
