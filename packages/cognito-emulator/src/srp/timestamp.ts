const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const TIMESTAMP = /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) UTC (\d{4})$/

/** A TIMESTAMP as read: `malformed` has not the pattern at all, `refused` has it but is not how the service writes it. */
export type TimestampReading = { kind: 'valid'; atMs: number } | { kind: 'malformed' } | { kind: 'refused' }

/** Reads `Tue Nov 3 04:05:06 UTC 2026`: English names, day not padded, 24-hour clock, UTC. */
export function readTimestamp(text: string): TimestampReading {
  const [, weekday = '', month = '', day = '', hours, minutes, seconds, year] = TIMESTAMP.exec(text) ?? []
  const monthIndex = MONTHS.indexOf(month)
  if (!DAYS.includes(weekday) || monthIndex < 0) return { kind: 'malformed' }

  const atMs = Date.UTC(Number(year), monthIndex, Number(day), Number(hours), Number(minutes), Number(seconds))
  return formatTimestamp(atMs) === text ? { kind: 'valid', atMs } : { kind: 'refused' }
}

function formatTimestamp(atMs: number): string {
  const date = new Date(atMs)
  const time = date.toISOString().slice(11, 19)
  const [weekday, month] = [DAYS[date.getUTCDay()], MONTHS[date.getUTCMonth()]]
  return `${weekday} ${month} ${date.getUTCDate()} ${time} UTC ${date.getUTCFullYear()}`
}
