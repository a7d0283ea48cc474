import { journey } from './journey.js'

export const config = { matcher: '/middleware' }

export async function middleware() {
  return Response.json(await journey({ endpoint: process.env.COGNITO_ENDPOINT }))
}
