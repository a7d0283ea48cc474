import { expect, test } from 'vitest'

import { arcPath } from './arc-chart.tsx'

test('the arc of a quarter starts at twelve o’clock and ends at three o’clock', () => {
  expect(arcPath({ centre: 60, radius: 50, startDegrees: 0, sweepDegrees: 90 })).toBe('M 60 10 A 50 50 0 0 1 110 60')
})

test('the arc from nine o’clock to three o’clock passes through twelve o’clock', () => {
  expect(arcPath({ centre: 60, radius: 50, startDegrees: 270, sweepDegrees: 180 })).toBe('M 10 60 A 50 50 0 0 1 110 60')
})

test('an arc of more than half a circle uses SVG’s large-arc flag', () => {
  expect(arcPath({ centre: 60, radius: 50, startDegrees: 270, sweepDegrees: 270 })).toBe('M 10 60 A 50 50 0 1 1 60 110')
})
