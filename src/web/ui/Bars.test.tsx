import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { barsScale } from './bar-column.ts'
import { Bars } from './Bars.tsx'

beforeAll(startI18n)
afterEach(cleanup)

const HOUR = 3_600_000

const COLUMNS = ['Monday 9', 'Tuesday 10'].map((title, index) => ({
  title,
  label: title,
  parts: [{ id: 'atlas', label: 'Atlas', color: '#0f766e', milliseconds: (index + 1) * HOUR }],
}))

test('the chart can be read without eyes and walked with the arrow keys', async () => {
  render(<Bars label="Hours by day" columns={COLUMNS} />)
  expect(screen.getByRole('row', { name: /Monday 9/ }).textContent).toContain('1\u00a0h')

  act(() => screen.getByRole('group', { name: 'Hours by day' }).focus())
  expect(screen.getByRole('status').textContent).toContain('Tuesday 10')
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('status').textContent).toContain('Monday 9')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('status').textContent).toBe('')
})

// prettier-ignore
const SCALES: [hours: number, top: number, step: number][] = [
  [0, 0.25, 0.25], [0.9, 1, 0.25], [4.5, 5, 1], [6.6, 8, 2], [31, 40, 10], [900, 1000, 200],
]

test.each(SCALES)('a chart up to %d hours ends at %d and has a line every %d', (hours, top, step) => {
  expect(barsScale(hours * HOUR)).toEqual({ top: top * HOUR, step: step * HOUR })
})
