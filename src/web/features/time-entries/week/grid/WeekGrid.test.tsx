import { cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#core/time/units.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import type { GridDay } from './day-segments.ts'
import { createWallClockScale } from './wall-clock-scale.ts'
import type { WeekItem } from './week-item.ts'
import { WeekGrid } from './WeekGrid.tsx'

const days = [0, 1].map((day): GridDay => {
  const times = { from: day * DAY_MS, to: (day + 1) * DAY_MS }
  return { date: `1970-01-0${day + 1}`, ...times, scale: createWallClockScale(times, 'UTC') }
})
const item = (name: string, hour: number, isRunning = false): WeekItem => {
  const [start, end] = [hour * HOUR_MS, (hour + 1) * HOUR_MS]
  return { id: name, start, end, segments: [[start, end]], duration: HOUR_MS, name, details: '', color: '#888888', isRunning } // prettier-ignore
}
const ALL = [item('late', 30), item('early', 9), item('running', 12, true), item('middle', 10), item('last week', -5)]

const nothing = () => undefined
const grid = (names: string[]) => (
  <WeekGrid
    days={days}
    items={ALL.filter(({ name }) => !names.includes(name))}
    isLoading={false}
    zone="UTC"
    heading={null}
    titleId={(date) => date}
    draft={undefined}
    draftRef={createRef()}
    onDrop={nothing}
    onOpen={nothing}
    onDelete={nothing}
  >
    {null}
  </WeekGrid>
)

beforeAll(loadEnglish)
afterEach(cleanup)

const block = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const focused = () => document.activeElement?.getAttribute('aria-label') ?? 'nowhere'

// prettier-ignore
test.each<[what: string, gone: string[], next: RegExp]>([
  ['the next block',                 ['middle'],                  /^late/],
  ['the block before, at the end',   ['middle', 'late'],          /^early/],
  ['the grid, if none is left',      ['middle', 'late', 'early'], /^Week$/],
])('N13 when a focused block is deleted, the focus goes to %s', async (_what, gone, next) => {
  const { rerender } = render(grid([]))
  block('middle').focus()
  rerender(grid(gone))
  await expect.poll(focused).toMatch(next)
})
