import { ConfigurationError } from '../errors.ts'
import type { Settings } from './config.ts'

/** What a request brings of our cookies. */
export type ReceivedCookies = {
  /** The names of all that are ours, left over ones as well. */
  names: readonly string[]
  /** Their text put together; undefined when there is none, or not one whole one. */
  text: string | undefined
}

/** A text in as many cookies as it needs. */
export type Cookies = {
  read(header: string | null): ReceivedCookies
  /** `Set-Cookie` headers that keep a text, and remove what is left of a longer one. @throws {@link ConfigurationError} when it is too long. */
  write(text: string, received: ReceivedCookies): string[]
  /** `Set-Cookie` headers that remove all. */
  clear(received: ReceivedCookies): string[]
  /** The `Cookie` header after these `Set-Cookie` headers. */
  apply(header: string | null, setCookies: readonly string[]): string
}

/** Browsers keep 4096 bytes of name and value. */
const CHUNK_LENGTH = 3800
/** Servers take headers of 8 to 16 kB. */
const MAX_CHUNKS = 4

/**
 * `__Host-<name>.0`, `.1` and so on. The first begins with their number, so that a left over one changes nothing. They
 * hold one sealed text: what is swapped, cut off or of two texts does not open.
 *
 * SameSite is Lax: with Strict, whoever follows a link from an e-mail or another site would come to a page that finds
 * nobody signed in. What changes anything is asked for by POST, which Lax does not let other sites send along with
 * cookies, and is checked by its origin besides.
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
      for (const [cookie, value] of parse(header)) {
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
      if (count > MAX_CHUNKS) throw new ConfigurationError('The tokens of this user do not fit into cookies.')
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
      const kept = parse(header).filter(([cookie]) => !names.has(cookie))
      const set = changed.filter((pair) => !pair.endsWith('='))
      return [...kept.map(([cookie, value]) => `${cookie}=${value}`), ...set].join('; ')
    },
  }
}

/** Names and values of a `Cookie` header (RFC 6265 §4.2.1). */
function parse(header: string | null): [name: string, value: string][] {
  if (header === null) return []
  return header.split(';').flatMap((pair): [string, string][] => {
    const separator = pair.indexOf('=')
    return separator < 1 ? [] : [[pair.slice(0, separator).trim(), pair.slice(separator + 1).trim()]]
  })
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)
}
