import { journey } from './journey.js'
import { repeat } from './repeat.cjs'

await repeat(journey, 'ESM')
