import { resolve } from 'node:path'
import { buildSync } from 'esbuild'

const ENTRY = resolve(import.meta.dirname, '../../packages/quiz-api/src/entries/lambda.ts')
const OUTPUT_FOLDER = resolve(import.meta.dirname, '../build/api')

/**
 * Code that defines `require`, which ES modules do not have. The CommonJS parts of the AWS SDK call `require` to load
 * Node's built-in modules.
 */
const REQUIRE_BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

let bundled = false

/**
 * Bundles quiz-api's Lambda entry point and all its imports. The bundle includes the AWS SDK, so that Lambda runs the
 * tested version of the SDK. The root package's dependencies must be installed. Only the first call in a process
 * creates the bundle.
 *
 * @returns the folder that contains `index.mjs`
 * @throws Error from esbuild when an import cannot be resolved
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
    keepNames: true, // the logs identify error classes by name
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'silent', // the thrown error contains the messages
  })
}
