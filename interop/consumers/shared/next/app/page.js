'use client'

import { useEffect } from 'react'
import { journey } from '../journey.js'

export default function Page() {
  useEffect(() => {
    const endpoint = new URLSearchParams(location.search).get('endpoint')
    journey({ endpoint }).then((line) => console.log(JSON.stringify({ environment: 'client page', ...line })))
  }, [])
  return null
}
