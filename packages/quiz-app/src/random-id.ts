/** Returns a random UUID (RFC 9562, version 4). `crypto.randomUUID` is missing on plain http, which a school network may use. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6) // version 4
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8) // sets the variant bits of RFC 9562
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
