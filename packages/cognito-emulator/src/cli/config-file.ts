import { readFileSync } from 'node:fs'

import { checkOptions, type EmulatorOptions } from '../options.ts'
import { UsageError } from './command-line.ts'

const DEFAULT_OPTIONS: EmulatorOptions = { userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }] }

/** The options in a JSON file, or one pool with one client when there is no file. @throws {UsageError} that names the file. */
export function readConfigFile(file: string | undefined): EmulatorOptions {
  if (file === undefined) return DEFAULT_OPTIONS
  const options = parseJson(file, readText(file))
  try {
    checkOptions(options)
    return options
  } catch (cause) {
    throw new UsageError(`${file}: ${messageOf(cause)}`, { cause })
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`The configuration ${file} cannot be read: ${messageOf(cause)}`, { cause })
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${file} is not JSON: ${messageOf(cause)}`, { cause })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
