import type { Address } from '../pools/address.ts'

/**
 * Returns the emulator's base URL with a trailing slash: `publicUrl`, or the scheme and host of the request. A client
 * that calls the emulator by a container's name thus receives URLs with that name.
 */
export function baseUrlOf({ publicUrl }: Address, { url, headers }: Request): string {
  const { protocol, host } = new URL(url)
  return publicUrl ?? `${protocol}//${headers.get('host') ?? host}/`
}
