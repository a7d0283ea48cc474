/** A circle piece on a drawing whose y axis points down; angles in degrees, clockwise from twelve o'clock. */
export type Arc = { centre: number; radius: number; startDegrees: number; sweepDegrees: number }

/** The `d` of an SVG path that draws the piece clockwise. `sweepDegrees` lies between 0 and 360, both excluded. */
export function arcPath({ centre, radius, startDegrees, sweepDegrees }: Arc): string {
  const point = (degrees: number) => {
    const radians = (degrees * Math.PI) / 180
    return `${round(centre + radius * Math.sin(radians))} ${round(centre - radius * Math.cos(radians))}`
  }
  const isLarge = sweepDegrees > 180 ? 1 : 0
  return `M ${point(startDegrees)} A ${radius} ${radius} 0 ${isLarge} 1 ${point(startDegrees + sweepDegrees)}`
}

/** Three decimals are finer than any screen, and short. */
function round(coordinate: number): number {
  return Math.round(coordinate * 1000) / 1000
}
