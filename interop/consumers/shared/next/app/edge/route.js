import { journey } from '../../journey.js'

export const runtime = 'edge'

export async function GET() {
  return Response.json(await journey({ endpoint: process.env.COGNITO_ENDPOINT }))
}
