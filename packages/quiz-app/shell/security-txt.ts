import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnv } from 'vite'
import type { Plugin } from 'vite'

const APP_FOLDER = join(import.meta.dirname, '..')
const FILE = '.well-known/security.txt'

/**
 * Number of months from the start of the build's month to the file's expiry. RFC 9116 §2.5.5 recommends less than a year, so that
 * an outdated contact expires.
 */
const VALID_MONTHS = 11

/**
 * Vite plugin that writes `/.well-known/security.txt`, the contact for security reports (RFC 9116). Each build rewrites the file, which
 * expires ten to eleven months after the build.
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
 * Returns the file's text, which is identical for all builds in the same month with the same contact.
 *
 * @throws Error if the contact is not an https: or mailto: address; the message says what to set
 */
export function createSecurityTxt(contact: string, now: Date): string {
  if (!/^(https:\/\/|mailto:)[\x21-\x7e]+$/.test(contact) || !URL.canParse(contact)) {
    throw new Error(
      `The security contact is "${contact}", but must be a URL such as https://example.com/report or mailto:security@example.com. Set VITE_SECURITY_CONTACT.`,
    )
  }
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + VALID_MONTHS, 1))
  return `Contact: ${contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en, pt\n`
}

/**
 * Returns the contact in `bugs` of a package.json, which is a URL or an object with `url` or `email`.
 *
 * @param manifest text of the package.json; by default that of the repository
 */
export function repositoryContact(manifest = readFileSync(join(APP_FOLDER, '../../package.json'), 'utf8')): string {
  const { bugs } = JSON.parse(manifest) as { bugs?: string | { url?: string; email?: string } }
  if (typeof bugs === 'string') return bugs
  return bugs?.url ?? `mailto:${bugs?.email ?? ''}`
}
