import { NextResponse, type NextRequest } from 'next/server'

import { sessions } from './sessions.ts'

/**
 * Runs before each page. Renews an expired session here, because a page cannot write cookies. The page then reads the
 * new session.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { setCookies, cookie } = await sessions.renewSession(request)
  const headers = new Headers(request.headers)
  headers.set('cookie', cookie)
  const response = NextResponse.next({ request: { headers } })
  for (const setCookie of setCookies) response.headers.append('set-cookie', setCookie)
  return response
}

export const config = { matcher: '/((?!auth|_next).*)' }
