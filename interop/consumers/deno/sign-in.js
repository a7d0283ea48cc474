import { journey } from './journey.js'

const line = await journey({ endpoint: Deno.env.get('COGNITO_ENDPOINT') })
console.log(JSON.stringify({ environment: `Deno ${Deno.version.deno} ESM`, ...line }))
