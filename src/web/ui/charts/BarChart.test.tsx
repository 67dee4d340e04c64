import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#core/time/units.ts'
import { startI18n } from '#web/i18n/i18n.ts'
import { barChartScale, type BarColumn, fitLabels, stackParts } from './bar-column.ts'
import { BarChart } from './BarChart.tsx'

beforeAll(startI18n)
afterEach(cleanup)

const COLUMNS = ['Monday 9', 'Tuesday 10'].map((title, index) => ({
  id: title,
  title,
  label: title,
  milliseconds: (index + 1) * HOUR_MS,
  parts: [{ id: 'atlas', label: 'Atlas', color: '#0f766e', milliseconds: (index + 1) * HOUR_MS }],
}))

test('U33 a screen reader reads the chart as a table, and arrow keys move between its columns', async () => {
  render(<BarChart label="Hours by day" columns={COLUMNS} />)
  expect(screen.getByRole('row', { name: /Monday 9/ }).textContent).toContain('1h 00m')

  act(() => screen.getByRole('group', { name: 'Hours by day' }).focus())
  expect(screen.getByRole('status').textContent).toContain('Tuesday 10')
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('status').textContent).toContain('Monday 9')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('U33 the chart can be shown as a table', async () => {
  render(<BarChart label="Hours by day" columns={COLUMNS} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(document.querySelector('svg')).toBeNull()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['When', 'Total', 'Atlas'])
  await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }))
  expect(document.querySelector('svg')).not.toBeNull()
})

// prettier-ignore
const SCALES: [hours: number, top: number, step: number][] = [
  [0, 0.25, 0.25], [0.9, 1, 0.25], [1.2, 2, 1], [4.5, 5, 1], [6.6, 8, 2], [31, 40, 10], [900, 1000, 200],
]

test.each(SCALES)('a chart up to %d hours ends at %d and has a line every %d', (hours, top, step) => {
  expect(barChartScale(hours * HOUR_MS)).toEqual({ top: top * HOUR_MS, step: step * HOUR_MS })
})

const HEIGHTS: [values: number[], height: number, heights: number[]][] = [
  [[3, 1], 202, [150, 50]],
  [[0, 5, 0], 100, [100]],
  [[1_000, 1, 1], 104, [96, 2, 2]],
  [[4, 3, 2, 1], 6, [2, 2]],
  [[1], 0.3, [2]],
  [[0], 50, []],
]

test.each(HEIGHTS)('a bar of %j, %d px high, has parts of %j px', (values, height, heights) => {
  expect(stackParts(values, height).map((part) => part.height)).toEqual(heights)
})

test('the parts of any bar are visible, separated, and together as high as the bar', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1e9), { maxLength: 8 }),
      fc.double({ min: 30, max: 300, noNaN: true }),
      (values, height) => {
        const parts = stackParts(values, height)
        expect(parts.map(({ index }) => index)).toEqual(values.flatMap((value, index) => (value > 0 ? [index] : [])))
        for (const [index, part] of parts.entries()) {
          expect(part.height).toBeGreaterThanOrEqual(2)
          const next = parts[index + 1]
          expect(next?.bottom ?? height + 2).toBeCloseTo(part.bottom + part.height + 2)
        }
      },
    ),
  )
})

const named = (labels: string[]): BarColumn[] =>
  labels.map((label, index) => ({ id: String(index), title: '', label, milliseconds: 0, parts: [] }))
const WEEK = named(['Mon 9', 'Tue 10', 'Wed 11']).map((day) => ({ ...day, shortLabel: day.label.slice(0, 3) }))
const MONTH = named(Array.from({ length: 12 }, (_, index) => String(index + 1)))
const YEARS = named(Array.from({ length: 60 }, (_, index) => (index % 12 === 3 ? String(2016 + (index - 3) / 12) : '')))

// prettier-ignore
const LABELS: [name: string, columns: BarColumn[], width: number, labels: string[]][] = [
  ['a week with room',    WEEK,  60, ['Mon 9', 'Tue 10', 'Wed 11']],
  ['a week with less room', WEEK,  30, ['Mon', 'Tue', 'Wed']],
  ['a week with little room', WEEK,  20, ['Mon', '', 'Wed']],
  ['a month with little room', MONTH, 8,  ['1', '', '', '4', '', '', '7', '', '', '10', '', '']],
  ['no columns',          [],    0,  []],
]

test.each(LABELS)('labels do not overlap and have equal distances: %s', (_, columns, width, labels) => {
  expect(fitLabels(columns, width)).toEqual(labels)
})

// prettier-ignore
test.each([[3, '2016 2017 2018 2019 2020'], [2, '2016 2018 2020'], [0.5, '2016']])(
  'months %d px wide are labelled with the years %s', (width, years) => {
    expect(fitLabels(YEARS, width).filter(Boolean).join(' ')).toBe(years)
  },
)
