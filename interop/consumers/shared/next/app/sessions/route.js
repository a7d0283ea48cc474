import { journeyOfSessions } from '../../sessions.js'

export const runtime = 'edge'

export async function GET() {
  return Response.json(await journeyOfSessions({ endpoint: process.env.COGNITO_ENDPOINT }))
}
