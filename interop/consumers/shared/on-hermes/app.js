import './react-native.js'
import { journey } from '../journey.js'

const { endpoint, startMs, clock, fetch, randomBytes, print } = globalThis.host
const items = new Map()

/** A storage with the interface of React Native's AsyncStorage. */
const storage = {
  getItem: async (key) => items.get(key) ?? null,
  setItem: async (key, value) => void items.set(key, value),
  removeItem: async (key) => void items.delete(key),
}

const environment = typeof BigInt === 'undefined' ? 'no BigInt' : 'BigInt'
const beginMs = clock()
journey({ endpoint, fetch, randomBytes, storage, now: () => startMs }).then(
  (line) => print(JSON.stringify({ environment, ...line, figures: `${Math.round(clock() - beginMs)} ms` })),
  (error) => print(`${error.name}: ${error.message}\n${error.cause ?? ''}\n${error.stack}`),
)
