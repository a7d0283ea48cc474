import { getSession, type CognitoClient } from '@cognito-srp/client'
import { useEffect, useState } from 'react'

/** What an API of the own server answers. No token is sent: the browser adds the cookies. */
export function Me({ client }: { client: CognitoClient }) {
  const [answer, setAnswer] = useState('…')

  useEffect(() => {
    const ask = async () => {
      const response = await fetch('/api/me')
      const { username, message } = await response.json()
      setAnswer(response.ok ? `You are ${username}.` : message)
      if (response.status === 401) await getSession(client, { forceRefresh: true }) // signs the page out, too
    }
    ask().catch(() => setAnswer('no answer'))
  }, [client])

  return <p>The API says: {answer}</p>
}
