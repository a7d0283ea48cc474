import { readFileSync } from 'node:fs'

// Loaded before a program. Moves the program's clock ahead by the number of milliseconds in a file, which can change at
// any time.

const file = process.env['CLOCK_FILE']
const RealDate = globalThis.Date
const now = () => RealDate.now() + Number(readFileSync(file, 'utf8'))

if (file) {
  globalThis.Date = class extends RealDate {
    // Own properties instead of inherited ones, because Next copies only Date's own properties.
    static UTC = RealDate.UTC
    static parse = RealDate.parse

    constructor(...parameters) {
      super(...(parameters.length === 0 ? [now()] : parameters))
    }

    static now() {
      return now()
    }
  }
}
