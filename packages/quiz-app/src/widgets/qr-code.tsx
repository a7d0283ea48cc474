import { encode } from 'uqr'

import styles from './qr-code.module.css'

/** Modules of light margin that scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A longer text makes a code that no phone reads from a screen; one beyond 2,953 bytes has none (ISO/IEC 18004). */
const MAX_LENGTH = 1_000

/** A text as a QR code, dark on light in either theme: many scanners read it only so. */
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
