import { sessions } from '../../../sessions.ts'

const answer = (request: Request) => sessions.handle(request)

export { answer as GET, answer as OPTIONS, answer as POST }
