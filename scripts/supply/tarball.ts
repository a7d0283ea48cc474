import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

const BLOCK = 512

/** A package as registries serve it: its files by their path in the package, all executable. */
export function tarballOf(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const body = Buffer.from(text)
    return [header(`package/${path}`, body.length), body, Buffer.alloc(-body.length & (BLOCK - 1))]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]))
}

/** POSIX.1-1988 (ustar): name, mode, owner, size, time, and the sum of the header's bytes with eight spaces for the sum. */
function header(path: string, size: number): Buffer {
  const bytes = Buffer.alloc(BLOCK)
  const put = (at: number, text: string) => bytes.write(text, at, 'latin1')
  put(0, path)
  put(100, '0000755\0')
  put(108, '0000000\0')
  put(116, '0000000\0')
  put(124, `${size.toString(8).padStart(11, '0')}\0`)
  put(136, '00000000000\0')
  put(148, ' '.repeat(8))
  put(156, '0')
  put(257, 'ustar\x0000')
  put(
    148,
    `${bytes
      .reduce((sum, byte) => sum + byte)
      .toString(8)
      .padStart(6, '0')}\0 `,
  )
  return bytes
}

/** As package.json, lockfiles and registries write a checksum. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}
