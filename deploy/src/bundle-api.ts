import { resolve } from 'node:path'
import { buildSync } from 'esbuild'

const ENTRY = resolve(import.meta.dirname, '../../packages/quiz-api/src/entries/lambda.ts')
const OUTPUT_FOLDER = resolve(import.meta.dirname, '../build/api')

/** Lambda gives ES modules no `require`, which the CommonJS parts of the AWS SDK call for Node's own modules. */
const REQUIRE_BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

let bundled = false

/**
 * Bundles quiz-api's Lambda entry with everything it imports, the AWS SDK too, so that what was tested is what runs.
 * The packages of the repository's root must be installed. A process bundles once: its sources do not change meanwhile.
 *
 * @returns the folder that holds `index.mjs`
 * @throws Error of esbuild that names the import it cannot find
 */
export function bundleApi(): string {
  if (!bundled) bundle()
  bundled = true
  return OUTPUT_FOLDER
}

function bundle(): void {
  buildSync({
    entryPoints: { index: ENTRY },
    outdir: OUTPUT_FOLDER,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE_BANNER },
    minify: true,
    keepNames: true, // error classes are told apart by name in the logs
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'silent', // the thrown error carries the messages
  })
}
