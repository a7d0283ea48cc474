import type { Address } from '../pools/address.ts'

/**
 * Returns the base URL of the emulator for the sender of a request, with a trailing slash. Without `publicUrl`, a client that
 * calls the emulator by a container's name gets URLs with this name.
 */
export function baseUrlOf({ publicUrl }: Address, { url, headers }: Request): string {
  const { protocol, host } = new URL(url)
  return publicUrl ?? `${protocol}//${headers.get('host') ?? host}/`
}
