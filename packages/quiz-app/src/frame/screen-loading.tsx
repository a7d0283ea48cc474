import { useEffect, useState } from 'react'

import { commonText } from '../text/common.ts'
import { Loading } from '../widgets/loading.tsx'

const SLOW_AFTER_MS = 10_000

/** Shown while a screen downloads. If the download takes too long, it shows a message and a button. */
export function ScreenLoading() {
  const [text, setText] = useState(commonText.loading)
  useEffect(() => {
    const timer = setTimeout(() => setText(commonText.slow), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return <Loading text={text} />
}
