import { ConfigurationError } from '../errors.ts'
import type { Settings } from './config.ts'

/** The handler's cookies in a request. */
export type ReceivedCookies = {
  /** Names of the handler's cookies, including stale cookies. */
  names: readonly string[]
  /** Combined string from the cookies, or undefined if a cookie is missing or repeated. */
  text: string | undefined
}

/** Functions that read a string from one or more cookies, and create the headers that store or remove the string. */
export type Cookies = {
  read(header: string | null): ReceivedCookies
  /** `Set-Cookie` headers that store a string and remove stale cookies of a longer string. @throws ConfigurationError when the string is too long. */
  write(text: string, received: ReceivedCookies): string[]
  /** `Set-Cookie` headers that remove all of the handler's cookies. */
  clear(received: ReceivedCookies): string[]
  /** Returns the `Cookie` header that a browser would send after it received the `Set-Cookie` headers. */
  apply(header: string | null, setCookies: readonly string[]): string
}

/** Maximum length of the text in one cookie. Browsers limit a cookie's name and value to about 4096 bytes. */
const CHUNK_LENGTH = 3800
/** Maximum number of cookies. Many servers reject headers that are longer than 8 to 16 kB. */
const MAX_CHUNKS = 4

/**
 * Creates the functions that read and write the cookies `<name>.0`, `<name>.1` and so on. The value of the first cookie begins
 * with the number of cookies, so that the handler can ignore stale cookies. Together the cookies contain one encrypted string,
 * so swapped, truncated or mixed cookies cannot be decrypted.
 *
 * SameSite is Lax, because with Strict a user who follows a link from an e-mail or another site would appear signed out. With
 * Lax, browsers do not send the cookies in POST requests from other sites. The handler accepts operations of the service only
 * in POST requests. The handler also checks the origin of each request.
 */
export function createCookies({ name, isSecure, maxAgeSeconds }: Settings['cookie']): Cookies {
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const chunkName = (index: number) => `${name}.${index}`
  const isOurs = (cookie: string) => cookie.startsWith(`${name}.`) && /^\d$/.test(cookie.slice(name.length + 1))
  const remove = (names: readonly string[]) => names.map((cookie) => `${cookie}=; Max-Age=0${attributes}`)

  return {
    read(header) {
      const chunks = new Map<string, string>()
      let isRepeated = false
      for (const [cookie, value] of parseCookies(header)) {
        if (!isOurs(cookie)) continue
        isRepeated ||= chunks.has(cookie)
        chunks.set(cookie, value)
      }
      const names = [...chunks.keys()]
      const [, count, start = ''] = /^(\d)\.(.*)$/.exec(chunks.get(chunkName(0)) ?? '') ?? []
      const parts = [start, ...range(1, Number(count)).map((index) => chunks.get(chunkName(index)))]
      const isWhole = count !== undefined && !isRepeated && !parts.includes(undefined)
      return { names, text: isWhole ? parts.join('') : undefined }
    },
    write(text, { names }) {
      const count = Math.ceil(text.length / CHUNK_LENGTH)
      if (count > MAX_CHUNKS) throw new ConfigurationError('The tokens of this user are too long for cookies.')
      const used = range(0, count).map(chunkName)
      const set = used.map((cookie, index) => {
        const part = text.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH)
        return `${cookie}=${index === 0 ? `${count}.` : ''}${part}; Max-Age=${maxAgeSeconds}${attributes}`
      })
      return [...set, ...remove(names.filter((cookie) => !used.includes(cookie)))]
    },
    clear: ({ names }) => remove([...new Set([chunkName(0), chunkName(1), ...names])].sort()),
    apply(header, setCookies) {
      if (setCookies.length === 0) return header ?? ''
      const changed = setCookies.map((line) => line.split(';', 1)[0] ?? '')
      const names = new Set(changed.map((pair) => pair.slice(0, pair.indexOf('='))))
      const kept = parseCookies(header).filter(([cookie]) => !names.has(cookie))
      const set = changed.filter((pair) => !pair.endsWith('='))
      return [...kept.map(([cookie, value]) => `${cookie}=${value}`), ...set].join('; ')
    },
  }
}

/** Parses the names and values of a `Cookie` header (RFC 6265 §4.2.1). */
export function parseCookies(header: string | null): [name: string, value: string][] {
  if (header === null) return []
  return header.split(';').flatMap((pair): [string, string][] => {
    const separator = pair.indexOf('=')
    return separator < 1 ? [] : [[pair.slice(0, separator).trim(), pair.slice(separator + 1).trim()]]
  })
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)
}
