import { report } from './judge.ts'
import { LIBRARIES } from './libraries/index.ts'
import { readVectorTests } from './vector-tests.ts'

// Runs every test on one library, and prints the verdicts as lines of JSON: `node run-library.ts cognito-srp-helper`.
// A filter selects tests by file, by number or by flag: `node run-library.ts cognito-srp-helper refusals.json 4`.

const [name, ...filter] = process.argv.slice(2)
const library = LIBRARIES.find((each) => each.name === name)
if (!library) throw new Error(`No library is named ${name}. Known: ${LIBRARIES.map((each) => each.name).join(', ')}.`)

for (const test of readVectorTests()) {
  const names = new Set([test.file, String(test.tcId), ...test.flags])
  if (!filter.every((part) => names.has(part))) continue
  console.log(JSON.stringify(await report(library, test)))
}
