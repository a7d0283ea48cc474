import { devicesText } from '../../text/account.ts'

/** Patterns of browsers' names. The first match wins, because the user agents of most browsers also match later patterns. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** Returns a readable name for a device. This app names devices by their user agent; other programs may use any name. */
export function describeDeviceName(name: string | undefined): string {
  if (!name?.trim()) return devicesText.unnamed
  if (!/^Mozilla\/\d/.test(name)) return name
  return devicesText.named(firstFit(BROWSERS, name), firstFit(SYSTEMS, name)) || name
}

function firstFit(rows: readonly (readonly [RegExp, string])[], userAgent: string): string {
  return rows.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
}
