import { createSessionHandler } from '@cognito-srp/client/server'
import { journey } from './journey.js'

/** The steps of `journey.js` in a page whose tokens stay on this server. Stores cookies as a browser would. */
export async function journeyOfSessions({ endpoint }) {
  const sessions = createSessionHandler({
    userPoolId: 'local_Pool1',
    clientId: 'web',
    endpoint,
    secret: 'thirty-two characters, or more of them',
  })
  const cookies = new Map()
  const cookieHeader = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  let answers = ''
  const fetch = async (path, { headers, ...init }) => {
    const url = new URL(path, 'https://shop.example')
    const request = new Request(url, { ...init, headers: { ...headers, cookie: cookieHeader() } })
    const response = await sessions.handle(request)
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    answers += await response.clone().text()
    return response
  }
  const line = await journey({ endpoint: '/auth/', fetch })
  if (/eyJ[\w-]+\.[\w-]+\.[\w-]/.test(answers)) throw new Error('The page received a signed token.')
  const session = await sessions.readSession({ headers: new Headers({ cookie: cookieHeader() }) })
  if (session?.username !== 'ana') throw new Error(`The server read the session of ${session?.username}.`)
  return line
}
