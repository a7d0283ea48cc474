import { journey } from './journey.js'

const line = await journey({ endpoint: process.env.COGNITO_ENDPOINT })
console.log(JSON.stringify({ version: Bun.version, environment: 'ESM', ...line }))
