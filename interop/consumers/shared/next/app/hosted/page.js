'use client'

import { useEffect } from 'react'
import { signInOnHostedPages } from '../../hosted.js'

export default function Page() {
  useEffect(() => void signInOnHostedPages('hosted login'), [])
  return null
}
