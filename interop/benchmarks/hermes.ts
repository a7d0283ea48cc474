import { createRequire } from 'node:module'
import { join } from 'node:path'

import ts from 'typescript'

import { bundleForReactNative } from './bundle.ts'
import { openRuntime } from './processes.ts'
import type { Place } from './visits.ts'

const PACKAGE = 'hermes-engine-cli'
const FOLDERS: Readonly<Record<string, string>> = { linux: 'linux64-bin', darwin: 'osx-bin', win32: 'win64-bin' }

/** Opens Hermes, React Native's engine, as a standalone program. Each visit is a process. */
export function openHermes(): Place {
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)
  const folder = FOLDERS[process.platform]
  if (folder === undefined) throw new Error(`${PACKAGE} has no Hermes binary for ${process.platform}.`)
  const { version } = createRequire(import.meta.url)(manifest) as { version: string }
  return openRuntime(`Hermes ${version}`, [join(manifest, '..', folder, 'hermes'), '-O', '-w'], bundleForHermes)
}

/** Hermes does not support classes. In an app, Babel transforms classes. Here, TypeScript transforms them. */
async function bundleForHermes(source: string): Promise<string> {
  const bundle = await bundleForReactNative(`import './react-native.ts'\n${source}`)
  const { outputText } = ts.transpileModule(bundle, {
    compilerOptions: { target: ts.ScriptTarget.ES5, downlevelIteration: true, ignoreDeprecations: '6.0' },
  })
  return outputText
}
