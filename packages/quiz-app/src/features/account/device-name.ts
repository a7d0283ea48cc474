import { devicesText } from '../../text/account.ts'

/** The first that fits names the browser: later ones pretend to be earlier ones. */
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

/** A device's name for a person; this app names devices by the browser's user agent, other programs as they like. */
export function describeDeviceName(name: string | undefined): string {
  if (!name?.trim()) return devicesText.unnamed
  if (!/^Mozilla\/\d/.test(name)) return name
  return devicesText.named(firstFit(BROWSERS, name), firstFit(SYSTEMS, name)) || name
}

function firstFit(rows: readonly (readonly [RegExp, string])[], userAgent: string): string {
  return rows.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
}
