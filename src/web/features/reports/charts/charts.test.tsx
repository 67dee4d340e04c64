import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import type { LabeledPart } from '#web/features/reports/labels/group-label.ts'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import { ShareRing } from './ShareRing.tsx'
import { StackedBars } from './StackedBars.tsx'
import { WeekdayHourHeatmap } from './WeekdayHourHeatmap.tsx'

beforeAll(loadEnglish)
afterEach(cleanup)

const part = (key: string, name: string, hours: number): LabeledPart => ({
  key,
  name,
  color: '#0f766e',
  milliseconds: hours * HOUR_MS,
})
/** Text with the no-break spaces of durations replaced. */
const textOf = (element: Element) => element.textContent.replaceAll('\u00a0', ' ')

const CHART_HEIGHT_CLASS = ['2026-11-09', '2026-11-10', '2026-11-11'].map((day, index) => ({
  day,
  milliseconds: 3 * index * HOUR_MS,
  parts: [part('a', 'Atlas', 2 * index), part('h', 'Helio', index)],
}))

test('U33 the bars can be read with the arrow keys and as a table', async () => {
  render(<StackedBars title="By day" bars={CHART_HEIGHT_CLASS} step="day" goals={undefined} />)
  const rows = screen.getAllByRole('row').map(textOf)
  expect(rows).toEqual(['WhenTotalAtlasHelio', 'Monday 9 Nov0m', 'Tuesday 10 Nov3h 00m2h 00m1h 00m', rows[3]])

  act(() => screen.getByRole('group', { name: 'By day' }).focus())
  expect(textOf(screen.getByRole('status'))).toBe('Wednesday 11 Nov 6h 00mAtlas4h 00mHelio2h 00m')
  await userEvent.keyboard('{ArrowLeft}')
  expect(textOf(screen.getByRole('status'))).toBe('Tuesday 10 Nov 3h 00mAtlas2h 00mHelio1h 00m')
  await userEvent.keyboard('{Home}')
  expect(textOf(screen.getByRole('status'))).toBe('Monday 9 Nov 0m')
})

test('U31 the ring has a tick for each percent of the list', () => {
  render(
    <ShareRing parts={[part('a', 'Atlas', 2), part('h', 'Helio', 1), part('n', 'Notes', 0.001)]} total={HOUR_MS} />,
  )
  const list = within(screen.getByRole('list', { name: 'Shares' }))
  expect(list.getAllByRole('listitem').map(textOf)).toEqual(['Atlas2 h 00 m67%', 'Helio1 h 00 m33%', 'Notes3 s<1%'])
  const ring = screen.getByRole('img', { name: 'Atlas 67%, Helio 33%, Notes <1%' })
  expect(ring.querySelectorAll('line')).toHaveLength(100)
})

const WEEKDAY_HOURS = Array.from({ length: 7 }, (_, weekday) =>
  Array.from({ length: 24 }, (_, hour) => (hour === 9 && weekday < 5 ? (weekday === 1 ? 2 : 1) * HOUR_MS : 0)),
)

test('U33 the heatmap can be read with the arrow keys and as a table', async () => {
  render(<WeekdayHourHeatmap hours={WEEKDAY_HOURS} />)
  expect(textOf(screen.getByRole('row', { name: /Tuesday/ }))).toMatch(/^Tuesday0 m0 m0 m2 h 00 m0 m/)

  act(() => screen.getByRole('group', { name: 'Work by weekday and hour' }).focus())
  expect(textOf(screen.getByRole('status'))).toBe('Sunday 21–22, 0 m')
  await userEvent.keyboard('{Home}{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(textOf(screen.getByRole('status'))).toBe('Tuesday 09–10, 2 h 00 m')
  await userEvent.keyboard('{Escape}')
  expect(textOf(screen.getByRole('status'))).toBe('')
})

test('U32 a sentence describes the work pattern, with its key words in bold', () => {
  const { container } = render(<WeekdayHourHeatmap hours={WEEKDAY_HOURS} />)
  expect(textOf(container.querySelector('p')!)).toBe(
    'You do 100% of your work before noon, and Tuesday is your strongest day.',
  )
  expect([...container.querySelectorAll('p b')].map(textOf)).toEqual(['100%', 'before noon', 'Tuesday'])
})
