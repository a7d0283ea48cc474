import type { CSSProperties } from 'react'

import styles from './arc-chart.module.css'

const VIEW_BOX = '0 0 120 102' // the open quarter at the bottom needs no space
const PATH = arcPath({ centre: 60, radius: 50, startDegrees: 225, sweepDegrees: 270 })

type ArcChartProps = {
  /** Whole number from 0 to 100. */
  percent: number
  /** Name of the chart, shown below it. */
  name: string
  /** Id of the name's element. A control next to the chart can refer to this element as its description. */
  nameId?: string
  /** Text at the arc's start. */
  minLabel: string
  /** Word that joins the texts of both ends into a phrase. */
  joint: string
  /** Text at the arc's end. */
  maxLabel: string
  /**
   * Accessible name: `name`, `percent`, `minLabel`, `joint` and `maxLabel` in this order, so that it contains all visible text (WCAG
   * 2.5.3).
   */
  label: string
  onSelect: () => void
}

/** Shows a share as an arc of 270° that grows from zero. The whole chart is one button. */
export function ArcChart({ percent, name, nameId, minLabel, joint, maxLabel, label, onSelect }: ArcChartProps) {
  return (
    <button type="button" className={styles.chart} aria-label={label} onClick={onSelect}>
      <span id={nameId} className={styles.name}>
        {name}
      </span>{' '}
      <span className={styles.dial}>
        <svg aria-hidden="true" viewBox={VIEW_BOX}>
          <path className={styles.track} d={PATH} />
          {/* Without length a round cap would still paint a dot, so 0 % has no value path. */}
          {percent > 0 && (
            <path
              className={styles.value}
              d={PATH}
              pathLength={100}
              style={{ '--percent': percent } as CSSProperties}
            />
          )}
        </svg>
        <span className={styles.percent}>{percent}%</span>
      </span>{' '}
      <span className={styles.ends}>
        <span>{minLabel}</span> <span>{joint}</span> <span>{maxLabel}</span>
      </span>
    </button>
  )
}

/** Circular arc in a drawing whose y axis points down. Angles are in degrees, clockwise from twelve o'clock. */
export type Arc = { centre: number; radius: number; startDegrees: number; sweepDegrees: number }

/** Returns the `d` attribute of an SVG path that draws the arc clockwise. `sweepDegrees` must be greater than 0 and less than 360. */
export function arcPath({ centre, radius, startDegrees, sweepDegrees }: Arc): string {
  const point = (degrees: number) => {
    const radians = (degrees * Math.PI) / 180
    return `${round(centre + radius * Math.sin(radians))} ${round(centre - radius * Math.cos(radians))}`
  }
  const isLarge = sweepDegrees > 180 ? 1 : 0
  return `M ${point(startDegrees)} A ${radius} ${radius} 0 ${isLarge} 1 ${point(startDegrees + sweepDegrees)}`
}

/** Rounds to three decimals, which is finer than any screen. */
function round(coordinate: number): number {
  return Math.round(coordinate * 1000) / 1000
}
