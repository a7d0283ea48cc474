import { journey } from '../../journey.js'

export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

export async function GET() {
  return Response.json(await journey({ endpoint: process.env.COGNITO_ENDPOINT }))
}
