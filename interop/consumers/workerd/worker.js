import { journey } from './journey.js'

export default {
  async fetch(_request, env) {
    return Response.json(await journey({ endpoint: env.COGNITO_ENDPOINT }))
  },
}
