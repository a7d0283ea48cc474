import { getSession, type CognitoClient } from '@cognito-srp/client'
import { useEffect, useState } from 'react'

/** Shows a response from the server's own API. The page sends no token, because the browser sends the session cookies. */
export function Me({ client }: { client: CognitoClient }) {
  const [answer, setAnswer] = useState('…')

  useEffect(() => {
    const ask = async () => {
      const response = await fetch('/api/me')
      const { username, message } = await response.json()
      setAnswer(response.ok ? `You are ${username}.` : message)
      if (response.status === 401) await getSession(client, { forceRefresh: true }) // also signs the page out
    }
    ask().catch(() => setAnswer('no response'))
  }, [client])

  return <p>The API says: {answer}</p>
}
