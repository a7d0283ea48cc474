import { readFileSync } from 'node:fs'

// Loaded before a program: its clock is ahead by the milliseconds that a file holds at the moment.

const file = process.env['CLOCK_FILE']
const RealDate = globalThis.Date
const now = () => RealDate.now() + Number(readFileSync(file, 'utf8'))

if (file) {
  globalThis.Date = class extends RealDate {
    // Its own, not inherited: Next copies what it finds on Date itself.
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
