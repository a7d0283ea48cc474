import { journey } from './journey.js'
import { journeyOfSessions } from './sessions.js'

export default {
  async fetch(request, env) {
    const travel = request.url.endsWith('/sessions') ? journeyOfSessions : journey
    return Response.json(await travel({ endpoint: env.COGNITO_ENDPOINT }))
  },
}
