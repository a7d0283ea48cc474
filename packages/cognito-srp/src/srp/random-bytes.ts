/** Cryptographically secure source of `lengthBytes` fresh random bytes. */
export type RandomBytes = (lengthBytes: number) => Uint8Array

/**
 * Asks a {@link RandomBytes} for bytes and makes sure they came: a short answer would weaken the key silently.
 *
 * @throws TypeError when the source gave another length.
 */
export function drawBytes(randomBytes: RandomBytes, lengthBytes: number): Uint8Array {
  const bytes = randomBytes(lengthBytes)
  if (bytes.length !== lengthBytes) {
    throw new TypeError(`randomBytes(${lengthBytes}) must return ${lengthBytes} bytes; it returned ${bytes.length}.`)
  }
  return bytes
}
