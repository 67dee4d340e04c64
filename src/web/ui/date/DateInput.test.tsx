import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { DatePicker } from './DatePicker.tsx'
import { DateRangePicker } from './DateRangePicker.tsx'
import { TimeField } from './TimeField.tsx'

beforeAll(startI18n)
afterEach(cleanup)

const shown = () => screen.getAllByRole<HTMLInputElement>('spinbutton').map((input) => input.value)
const part = (name: string) => screen.getByRole('spinbutton', { name })

function Time({ first, changes }: { first: string | null; changes: (string | null)[] }) {
  const [value, setValue] = useState(first)
  const change = (next: string | null) => {
    changes.push(next)
    setValue(next)
  }
  return <TimeField label="Start" value={value} onChange={change} />
}

// prettier-ignore
test.each<[what: string, first: string | null, keys: string, shows: string, value: string | null]>([
  ['digits move on to the next part',        '09:00',    '1415',                          '14:15', '14:15'],
  ['what is typed is whole minutes',         '09:00:37', '1415',                          '14:15', '14:15'],
  ['even if it is the time that is shown',   '09:30:37', '{ArrowRight}30',                '09:30', '09:30'],
  ['a digit that no other can follow moves on', '09:00',    '745',                           '07:45', '07:45'],
  ['a colon moves on',                       '09:00',    '1:30',                          '01:30', '01:30'],
  ['the last part starts over when complete', '09:00',    '{ArrowRight}30{4}5',            '09:45', '09:45'],
  ['letters are ignored',                    '09:00',    'a1b0',                          '10:00', '10:00'],
  ['arrows step and wrap',                   '23:58',    '{ArrowUp}{ArrowRight}{ArrowUp}{ArrowUp}', '00:00', '00:00'],
  ['Page Down steps further, Home goes to the minimum', '09:30',   '{Home}{ArrowRight}{PageDown}',  '00:15', '00:15'],
  ['a cleared part makes the time incomplete', '09:30',    '{Backspace}',                   ':30',   null],
  ['from an empty field',                    null,       '0930',                          '09:30', '09:30'],
  ['an hour alone is incomplete',            null,       '09',                            '09:',   null],
  ['Backspace in an empty part moves back',  null,       '09{Backspace}{Backspace}',      ':',     null],
])('a time is typed: %s', async (_what, first, keys, shows, value) => {
  const changes: (string | null)[] = []
  render(<Time first={first} changes={changes} />)
  await userEvent.click(part('hour, Start'))
  await userEvent.keyboard(keys)
  expect(shown().join(':')).toBe(shows)
  expect(changes.at(-1)).toBe(value)
})

test('a time keeps its seconds until it is typed', async () => {
  const changes: (string | null)[] = []
  render(<Time first="09:00:37" changes={changes} />)
  await userEvent.click(part('hour, Start'))
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  await userEvent.tab()
  expect(changes).toEqual([])
})

test('a typed digit replaces the part, even if the browser has lost its selection', async () => {
  const changes: (string | null)[] = []
  render(<Time first="09:00" changes={changes} />)
  const hour = part('hour, Start') as HTMLInputElement
  await userEvent.click(hour)
  // As WebKit does after a click.
  hour.setSelectionRange(2, 2)
  await userEvent.keyboard('1415')
  expect(changes.at(-1)).toBe('14:15')
})

function Day() {
  const [value, setValue] = useState<string | null>('2026-01-31')
  return <DatePicker label="Day" value={value} onChange={setValue} error={value === null ? 'Which?' : undefined} />
}

test('a date is typed in the order of the language; a year of two digits is in this century', async () => {
  render(<Day />)
  await userEvent.click(part('month, Day'))
  await userEvent.keyboard('02')
  expect(shown()).toEqual(['28', '02', '2026'])
  await userEvent.keyboard('20')
  await userEvent.tab()
  expect(shown()).toEqual(['28', '02', '2020'])
  await userEvent.clear(part('day, Day'))
  expect(screen.getByRole('group', { name: 'Day' }).getAttribute('data-invalid')).toBe('true')
  await userEvent.type(part('day, Day'), '5')
  expect(shown()).toEqual(['05', '02', '2020'])
})

test('a range is reported once it has both days in order', async () => {
  const changes: string[] = []
  render(<DateRangePicker label="Days" value={null} onChange={({ start, end }) => changes.push(`${start} ${end}`)} />)
  await userEvent.click(part('day, First day'))
  await userEvent.keyboard('09032026')
  expect(changes).toEqual([])
  await userEvent.keyboard('08032026')
  expect(changes).toEqual([])
  await userEvent.click(part('day, Last day'))
  await userEvent.keyboard('15')
  expect(changes.at(-1)).toBe('2026-03-09 2026-03-15')
})

test('the calendar opens with its button and closes when a day is picked', async () => {
  render(<Day />)
  await userEvent.click(screen.getByRole('button', { name: 'Calendar Day' }))
  await userEvent.click(await screen.findByRole('button', { name: /January 15, 2026/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(shown()).toEqual(['15', '01', '2026'])
})
