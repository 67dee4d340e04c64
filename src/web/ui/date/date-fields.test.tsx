import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { LocaleProvider } from '#web/ui/LocaleProvider.tsx'
import { DatePicker } from './DatePicker.tsx'
import { DateRangePicker } from './DateRangePicker.tsx'
import { TimeField } from './TimeField.tsx'

beforeAll(startI18n)
// happy-dom reports a changed selection even if it stays, and React Aria then collapses it again.
beforeAll(() => void vi.spyOn(Selection.prototype, 'collapse').mockReturnValue())
afterEach(cleanup)

/** The shown parts; an empty one shows a placeholder without digits. */
const shown = () => screen.getAllByRole('spinbutton').map(({ textContent }) => textContent.replaceAll(/\D/g, ''))
const part = (name: string | RegExp) => screen.getByRole('spinbutton', { name })

function Time({ first, changes }: { first: string | null; changes: (string | null)[] }) {
  const [value, setValue] = useState(first)
  const change = (next: string | null) => {
    changes.push(next)
    setValue(next)
  }
  return (
    <LocaleProvider>
      <TimeField label="Start" value={value} onChange={change} />
    </LocaleProvider>
  )
}

// prettier-ignore
test.each<[what: string, first: string | null, keys: string, shows: string, value: string | null]>([
  ['digits move on to the next part',        '09:00',    '1415',                          '14:15', '14:15'],
  ['typing drops the seconds',               '09:00:37', '1415',                          '14:15', '14:15'],
  ['typing the shown time drops the seconds', '09:30:37', '{ArrowRight}30',               '09:30', '09:30'],
  ['a digit that no other can follow moves on', '09:00',    '745',                           '07:45', '07:45'],
  ['a colon moves on',                       '09:00',    '1:30',                          '01:30', '01:30'],
  ['the last part starts over when complete', '09:00',    '{ArrowRight}30{4}5',            '09:45', '09:45'],
  ['letters are ignored',                    '09:00',    'a1b0',                          '10:00', '10:00'],
  ['arrows step and wrap',                   '23:58',    '{ArrowUp}{ArrowRight}{ArrowUp}{ArrowUp}', '00:00', '00:00'],
  ['Page Down steps further, Home goes to the minimum', '09:30',   '{Home}{ArrowRight}{PageDown}',  '00:15', '00:15'],
  ['a cleared part makes the time incomplete', '09:30',    '{Backspace}',                   ':30',   null],
  ['a cleared part can be typed again',      '09:30',    '{Backspace}9',                  '09:30', '09:30'],
  ['from an empty field',                    null,       '0930',                          '09:30', '09:30'],
  ['an hour alone is incomplete',            '09:30',    '{ArrowRight}{Backspace}{Backspace}', '09:', null],
])('a time is typed: %s', async (_what, first, keys, shows, value) => {
  const changes: (string | null)[] = []
  render(<Time first={first} changes={changes} />)
  await userEvent.click(part('hour, Start'))
  await userEvent.keyboard(keys)
  expect(shown().join(':')).toBe(shows)
  expect(changes.at(-1)).toBe(value)
})

test('focusing a time or moving in it keeps its seconds', async () => {
  const changes: (string | null)[] = []
  render(<Time first="09:00:37" changes={changes} />)
  await userEvent.click(part('hour, Start'))
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}:')
  await userEvent.tab()
  expect(changes).toEqual([])
})

test('Enter in a time submits the form', async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <TimeField label="Start" value="09:00" onChange={() => {}} />
    </form>,
  )
  await userEvent.click(part('hour, Start'))
  await userEvent.keyboard('{Enter}')
  expect(submit).toHaveBeenCalledOnce()
})

function Day() {
  const [value, setValue] = useState<string | null>('2026-01-31')
  return (
    <LocaleProvider>
      <DatePicker label="Day" value={value} onChange={setValue} error={value === null ? 'Which?' : undefined} />
    </LocaleProvider>
  )
}

test('a date is typed in the order of the language; a year of two digits is in this century', async () => {
  render(<Day />)
  await userEvent.click(part('month, Day'))
  await userEvent.keyboard('02')
  // There is no 31 February: nothing may be saved.
  expect(shown()).toEqual(['31', '02', '2026'])
  expect(screen.queryByText('Which?')).not.toBeNull()
  await userEvent.keyboard('20')
  await userEvent.tab()
  expect(shown()).toEqual(['29', '02', '2020'])
  expect(screen.queryByText('Which?')).toBeNull()
  await userEvent.click(part('day, Day'))
  await userEvent.keyboard('{Backspace}{Backspace}')
  expect(part('day, Day').getAttribute('aria-invalid')).toBe('true')
  await userEvent.keyboard('5')
  expect(shown()).toEqual(['05', '02', '2020'])
  expect(screen.queryByText('Which?')).toBeNull()
})

function Range({ changes }: { changes: string[] }) {
  const [value, setValue] = useState<{ start: string; end: string } | null>(null)
  const change = (next: { start: string; end: string }) => {
    changes.push(`${next.start} ${next.end}`)
    setValue(next)
  }
  return (
    <LocaleProvider>
      <DateRangePicker label="Days" value={value} onChange={change} />
    </LocaleProvider>
  )
}

test('a range is reported once it has both days in order', async () => {
  const changes: string[] = []
  render(<Range changes={changes} />)
  await userEvent.click(part(/^day, Start Date/))
  await userEvent.keyboard('09032026')
  expect(changes).toEqual([])
  await userEvent.keyboard('08032026')
  expect(changes).toEqual([])
  expect(shown()).toEqual(['09', '03', '2026', '08', '03', '2026'])
  await userEvent.click(part(/^day, End Date/))
  await userEvent.keyboard('15')
  expect(changes.at(-1)).toBe('2026-03-09 2026-03-15')
})

test('the calendar opens with its button and closes when a day is picked', async () => {
  render(<Day />)
  await userEvent.click(screen.getByRole('button', { name: 'Calendar Day' }))
  await userEvent.click(await screen.findByRole('button', { name: /15 January 2026/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(shown()).toEqual(['15', '01', '2026'])
})
