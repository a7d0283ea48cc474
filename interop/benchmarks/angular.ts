import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

import { VERSION } from '@angular/compiler-cli'

export const ANGULAR = `Angular ${VERSION.full}`

const NG = join(import.meta.dirname, 'node_modules/.bin/ng')

/** Bundles the entry module with `ng build`, and returns the code that a page loads before the entry module runs. */
export async function bundleWithAngular(entry: string, folder: string): Promise<string[]> {
  mkdirSync(folder)
  const browser = relative(folder, entry)
  const options = { browser, index: 'index.html', outputPath: 'dist', tsConfig: 'tsconfig.json' }
  const build = { builder: '@angular/build:application', options }
  const projects = { page: { projectType: 'application', root: '', architect: { build } } }
  const files = {
    'angular.json': JSON.stringify({ version: 1, cli: { analytics: false }, projects }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { allowJs: true, module: 'preserve', skipLibCheck: true },
      files: [browser],
    }),
    'index.html': '<!doctype html>',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  await promisify(execFile)(NG, ['build'], { cwd: folder })
  return initialFiles(join(folder, 'dist/browser'))
}

/** Returns the code of the scripts in index.html and of all modules that these scripts import statically. */
function initialFiles(folder: string): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = new Set(Array.from(page.matchAll(/<script src="([^"]+)"/g), ([, name = '']) => name))
  const codes: string[] = []
  for (const name of names) {
    const code = readFileSync(join(folder, name), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|import) ?"\.\/([^"]+)"/g)) names.add(imported)
    codes.push(code)
  }
  return codes
}
