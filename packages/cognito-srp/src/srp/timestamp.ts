/**
 * Cognito's `TIMESTAMP`: English names, the day not padded, 24-hour clock, UTC: `Tue Nov 3 04:05:06 UTC 2026`.
 *
 * @param nowMs milliseconds since 1970, UTC
 * @throws RangeError when that is no moment a calendar knows.
 */
export function formatTimestamp(nowMs: number): string {
  const now = new Date(nowMs)
  const isoTime = now.toISOString().slice(-13, -5) // throws RangeError on an invalid date
  const utc = now.toUTCString() // "Tue, 03 Nov 2026 04:05:06 GMT", so since ECMAScript 2018
  return `${utc.slice(0, 3)} ${utc.slice(8, 11)} ${now.getUTCDate()} ${isoTime} UTC ${now.getUTCFullYear()}`
}
