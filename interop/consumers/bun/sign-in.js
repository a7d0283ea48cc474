import { journey } from './journey.js'

const line = await journey({ endpoint: process.env.COGNITO_ENDPOINT })
console.log(JSON.stringify({ environment: `Bun ${Bun.version} ESM`, ...line }))
