import { journeyOfSessions } from './sessions.js'

const { bun, deno, node } = process.versions
const line = await journeyOfSessions({ endpoint: process.env.COGNITO_ENDPOINT })
console.log(JSON.stringify({ version: bun ?? deno ?? node, environment: 'server sessions', ...line }))
