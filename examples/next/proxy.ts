import { NextResponse, type NextRequest } from 'next/server'

import { sessions } from './sessions.ts'

/** Before each page: a session that has ended is renewed here, where cookies can be written; the page reads the new one. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { setCookies, cookie } = await sessions.renewSession(request)
  const headers = new Headers(request.headers)
  headers.set('cookie', cookie)
  const response = NextResponse.next({ request: { headers } })
  for (const setCookie of setCookies) response.headers.append('set-cookie', setCookie)
  return response
}

export const config = { matcher: '/((?!auth|_next).*)' }
