// Reads and renews the session of a request on the server, as in Amplify's guide.
import { createServerRunner } from '@aws-amplify/adapter-nextjs'
import { fetchAuthSession, getCurrentUser } from 'aws-amplify/auth/server'
import { cookies } from 'next/headers'

const Cognito = { userPoolId: 'us-east-1_Offline1', userPoolClientId: 'web' }
const { runWithAmplifyServerContext } = createServerRunner({ config: { Auth: { Cognito } } })

export async function GET() {
  try {
    const accepted = await runWithAmplifyServerContext({
      nextServerContext: { cookies },
      operation: async (context) => {
        const { username } = await getCurrentUser(context)
        const { tokens } = await fetchAuthSession(context, { forceRefresh: true })
        return tokens.accessToken.payload.username === username && username
      },
    })
    return Response.json({ accepted })
  } catch (error) {
    return Response.json({ refused: error.name })
  }
}
