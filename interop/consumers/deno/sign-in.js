import { journey } from './journey.js'

const line = await journey({ endpoint: Deno.env.get('COGNITO_ENDPOINT') })
console.log(JSON.stringify({ version: Deno.version.deno, environment: 'ESM', ...line }))
