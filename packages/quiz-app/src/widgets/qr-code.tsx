import { encode } from 'uqr'

import styles from './qr-code.module.css'

/** Width of the light margin that scanners need, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** Longest text that phones can scan from a screen. A QR code holds at most 2,953 bytes (ISO/IEC 18004). */
const MAX_LENGTH = 1_000

/** Shows a text as a QR code, dark on light in both themes, because many scanners cannot read light on dark. */
export function QrCode({ text, label }: { text: string; label: string }) {
  if (text.length > MAX_LENGTH) return null
  const { size, data } = encode(text, { border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
