import { report } from './judge.ts'
import { LIBRARIES } from './libraries/index.ts'
import { readVectorTests } from './vector-tests.ts'

// `node run-library.ts cognito-srp-helper` runs every test with one library, and prints each verdict as a line of JSON.
// Further arguments select tests by file, number or flag, as in `node run-library.ts cognito-srp-helper refusals.json 4`.

const [name, ...filter] = process.argv.slice(2)
const library = LIBRARIES.find((each) => each.name === name)
if (!library)
  throw new Error(
    `No library is named ${name}. The known libraries are ${LIBRARIES.map((each) => each.name).join(', ')}.`,
  )

for (const test of readVectorTests()) {
  const names = new Set([test.file, String(test.tcId), ...test.flags])
  if (!filter.every((part) => names.has(part))) continue
  console.log(JSON.stringify(await report(library, test)))
}
