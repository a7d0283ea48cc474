import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnv } from 'vite'
import type { Plugin } from 'vite'

const APP_FOLDER = join(import.meta.dirname, '..')
const FILE = '.well-known/security.txt'

/** RFC 9116 §2.5.5 asks for less than a year, so that nobody writes to an address that was given up. */
const VALID_MONTHS = 11

/**
 * Where whoever finds a hole may write, served at `/.well-known/security.txt` (RFC 9116). It is written by the build, not
 * kept in the repository: so it ends eleven months after the site was last put up, and never while that is cared for.
 */
export function securityTxt(): Plugin {
  let contact = ''
  return {
    name: 'security-txt',
    apply: 'build',
    configResolved({ mode }) {
      contact = loadEnv(mode, APP_FOLDER)['VITE_SECURITY_CONTACT'] || repositoryContact()
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: createSecurityTxt(contact, new Date()) })
    },
  }
}

/**
 * The file's text; the same for all builds of a month.
 *
 * @throws Error with the remedy when the contact is no address that RFC 9116 §2.5.3 takes
 */
export function createSecurityTxt(contact: string, now: Date): string {
  if (!/^(https:\/\/|mailto:)[\x21-\x7e]+$/.test(contact) || !URL.canParse(contact)) {
    throw new Error(
      `The contact for security is "${contact}", but it must be an address like https://example.com/report or mailto:security@example.com. Set VITE_SECURITY_CONTACT.`,
    )
  }
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + VALID_MONTHS, 1))
  return `Contact: ${contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en, pt\n`
}

/** Of the repository's package.json, as npm reads it: `bugs` is an address, or a `url`, or an `email`. */
export function repositoryContact(): string {
  const file = readFileSync(join(APP_FOLDER, '../../package.json'), 'utf8')
  const { bugs } = JSON.parse(file) as { bugs?: { url?: string; email?: string } }
  return bugs?.url ?? `mailto:${bugs?.email ?? ''}`
}
