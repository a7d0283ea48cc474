import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { formatLines, generate, readBotocore } from './service-model/generate.ts'

// Checks that the committed model of the service matches botocore and the AWS SDK on this machine. `--write` updates it.

const MODEL = fileURLToPath(new URL('../src/service-model/model.json', import.meta.url))
const ERRORS = fileURLToPath(new URL('../test/service-errors.json', import.meta.url))

const botocore = readBotocore()
if (!botocore) {
  console.log('The model was not checked: this machine has no Python with botocore.')
} else {
  const { model, errors } = generate(botocore)
  const files = [
    [MODEL, formatLines(model)],
    [ERRORS, formatLines(errors)],
  ] as const
  for (const [file, text] of files) {
    if (process.argv.includes('--write')) {
      writeFileSync(file, text)
    } else if (withoutSource(readFileSync(file, 'utf8')) !== withoutSource(text)) {
      console.log(`${file} does not match ${model.source}. Run this program with --write and review the change.`)
      process.exitCode = 1
    }
  }
  const count = Object.keys(model.operations).length
  console.log(`${count} operations, ${Object.keys(model.shapes).length} shapes: ${model.source}`)
}

/** Removes the `source` line from a model, because different versions of the sources can contain the same model. */
function withoutSource(text: string): string {
  return text.replace(/^"source": .*$/m, '')
}
