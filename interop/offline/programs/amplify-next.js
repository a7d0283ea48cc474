// @aws-amplify/adapter-nextjs as used in Next's proxy (middleware), with the session in the request's cookies.
import { createServerRunner } from '@aws-amplify/adapter-nextjs'
import { fetchAuthSession, getCurrentUser } from 'aws-amplify/auth/server'
import { NextRequest, NextResponse } from 'next/server.js'

import { sessionCookies } from '../session-cookies.js'

const { USER_POOL_ID, CLIENT_ID, ACCESS_TOKEN, FORGED_TOKEN } = process.env
const config = { Auth: { Cognito: { userPoolId: USER_POOL_ID, userPoolClientId: CLIENT_ID } } }
const { runWithAmplifyServerContext } = createServerRunner({ config })

function run(accessToken, operation) {
  const headers = { cookie: sessionCookies(accessToken) }
  const request = new NextRequest('http://localhost:3000/', { headers })
  const nextServerContext = { request, response: NextResponse.next() }
  return runWithAmplifyServerContext({ nextServerContext, operation })
}

const { username } = await run(ACCESS_TOKEN, getCurrentUser)
const refreshed = await run(ACCESS_TOKEN, (context) => fetchAuthSession(context, { forceRefresh: true }))
const { payload } = refreshed.tokens.accessToken
const isNew = refreshed.tokens.accessToken.toString() !== ACCESS_TOKEN && payload.username === username
const refused = await run(FORGED_TOKEN, getCurrentUser).catch(({ name }) => name)
console.log(JSON.stringify({ accepted: isNew && username, refused }))
