import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_FORMATS } from '#core/formats.ts'
import { setFormats } from '#web/i18n/formats.ts'
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

// prettier-ignore
test.each<[what: string, first: string | null, keys: string, shows: string, value: string | null]>([
  ['an afternoon',                    '14:30', '{ArrowUp}',                      '03:30:PM', '15:30'],
  ['an hour keeps its half of the day', '14:30', '915',                          '09:15:PM', '21:15'],
  ['a letter chooses the half',       '14:30', '915a',                           '09:15:AM', '09:15'],
  ['an arrow changes the half',       '09:15', '{ArrowRight}{ArrowRight}{ArrowUp}', '09:15:PM', '21:15'],
  ['noon',                            '00:10', '1200p',                          '12:00:PM', '12:00'],
  ['midnight',                        '12:10', '1200a',                          '12:00:AM', '00:00'],
  ['digits do not change the half',   '09:15', '{ArrowRight}{ArrowRight}7',      '09:15:AM', null],
])('W25 a 12-hour time is typed: %s', async (_what, first, keys, shows, value) => {
  setFormats({ ...DEFAULT_FORMATS, clock: '12h' })
  onTestFinished(() => setFormats(DEFAULT_FORMATS))
  const changes: (string | null)[] = []
  render(<Time first={first} changes={changes} />)
  await userEvent.click(part('hour, Start'))
  await userEvent.keyboard(keys)
  expect(shown().join(':')).toBe(shows)
  expect(changes.at(-1) ?? null).toBe(value)
})

test('a time keeps its seconds until it is typed', async () => {
  const changes: (string | null)[] = []
  render(<Time first="09:00:37" changes={changes} />)
  await userEvent.click(part('hour, Start'))
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  await userEvent.tab()
  expect(changes).toEqual([])
})

/** Enters text as a touch keyboard does: no key events, and the browser's own idea of the value. */
function input(target: HTMLElement, inputType: string, data: string | null, value = '') {
  fireEvent(target, createEvent.input(target, { target: { value }, inputType, data }))
}

const hour = () => part('hour, Start') as HTMLInputElement
const minute = () => part('minute, Start') as HTMLInputElement
const focused = () => document.activeElement as HTMLInputElement

// prettier-ignore
test.each<[what: string, enter: () => void, value: string | null]>([
  ['digits without key events, appended at the caret', () => {
    input(focused(), 'insertText', '1', '091')
    input(focused(), 'insertText', '4', '0914')
    input(focused(), 'insertText', '1', '001')
    input(focused(), 'insertText', '5', '015')
  }, '14:15'],
  ['digits inserted at the start', () => {
    input(focused(), 'insertText', '1', '109')
    input(focused(), 'insertText', '4', '41')
  }, '14:00'],
  ['a composition, whose text comes as a whole', () => {
    fireEvent.compositionStart(focused())
    input(focused(), 'insertCompositionText', '1', '091')
    input(focused(), 'insertCompositionText', '14', '114')
  }, '14:00'],
  ['a composition that Safari removes and inserts again', () => {
    fireEvent.compositionStart(focused())
    input(focused(), 'insertCompositionText', '1', '091')
    input(focused(), 'deleteCompositionText', null, '')
    input(focused(), 'insertFromComposition', '1', '1')
    input(focused(), 'insertText', '4', '14')
  }, '14:00'],
  ['a dictated or suggested time', () => input(focused(), 'insertText', '14:15', '0914:15'), '14:15'],
  ['an autofilled time',           () => input(focused(), 'insertReplacementText', null, '14:15'), '14:15'],
  ['a separator after a digit',    () => {
    input(focused(), 'insertText', '1', '091')
    input(focused(), 'insertText', ':', '1:')
    input(focused(), 'insertText', '3', '003')
  }, '01:03'],
  ['a deletion of one character clears the part', () => input(focused(), 'deleteContentBackward', null, '0'), null],
  ['a deletion, then digits',      () => {
    input(focused(), 'deleteContentBackward', null, '0')
    input(focused(), 'insertText', '1', '01')
    input(focused(), 'insertText', '4', '14')
  }, '14:00'],
])('F10 a touch keyboard enters %s', (_what, enter, value) => {
  const changes: (string | null)[] = []
  render(<Time first="09:00:31" changes={changes} />)
  act(() => hour().focus())
  enter()
  expect(changes.at(-1)).toBe(value)
})

// prettier-ignore
test.each<[what: string, enter: () => void]>([
  ['letters',                () => input(hour(), 'insertText', 'a', '09a')],
  ['a separator on its own', () => input(hour(), 'insertText', ':', '09:')],
  ['undo',                   () => input(hour(), 'historyUndo', null, '0')],
  ['dropped text',           () => input(hour(), 'insertFromDrop', '12', '0129')],
])('F10 a time ignores %s', (_what, enter) => {
  const changes: (string | null)[] = []
  render(<Time first="09:00:31" changes={changes} />)
  act(() => hour().focus())
  enter()
  expect([changes, shown(), focused()]).toEqual([[], ['09', '00'], hour()])
})

test('F10 typing replaces a part wherever the click has left the caret, and a second click starts over', async () => {
  const changes: (string | null)[] = []
  render(<Time first="09:00:31" changes={changes} />)
  await userEvent.click(hour())
  for (const [target, digit, caret] of [
    [hour, '1', 2],
    [hour, '4', 0],
    [minute, '1', 1],
    [minute, '5', 2],
  ] as const) {
    // WebKit drops the selection after a click.
    target().setSelectionRange(caret, caret)
    await userEvent.keyboard(digit)
  }
  expect(changes.at(-1)).toBe('14:15')
  await userEvent.click(hour())
  await userEvent.keyboard('1')
  await userEvent.click(hour())
  await userEvent.keyboard('2')
  expect(changes.at(-1)).toBe('02:15')
  hour().setSelectionRange(0, 0)
  await userEvent.keyboard('{Backspace}')
  expect(changes.at(-1)).toBeNull()
})

test('F11 a pasted time fills the whole field; one that cannot be read changes nothing', async () => {
  const changes: (string | null)[] = []
  render(<Time first="09:00:31" changes={changes} />)
  await userEvent.click(hour())
  await userEvent.keyboard('1')
  await userEvent.paste('9:15 pm')
  expect([shown(), changes.at(-1), focused()]).toEqual([['21', '15'], '21:15', minute()])
  await userEvent.paste('later')
  await userEvent.paste('99')
  expect([shown(), changes.at(-1)]).toEqual([['21', '15'], '21:15'])
  await userEvent.paste('30')
  expect(changes.at(-1)).toBe('21:30')
})

function Day() {
  const [value, setValue] = useState<string | null>('2026-01-31')
  return <DatePicker label="Day" value={value} onChange={setValue} error={value === null ? 'Which?' : undefined} />
}

// prettier-ignore
test.each([
  ['digits alone',                    '16112027',   ['16', '11', '2027']],
  ['separators after each part',      '16/3/2027',  ['16', '03', '2027']],
  ['separators that the digits made needless', '05.03.2027', ['05', '03', '2027']],
  ['a day that only the typed month has', '{ArrowRight}02{ArrowLeft}{ArrowLeft}31032027', ['31', '03', '2027']],
  ['29 February of a leap year',      '29022028',   ['29', '02', '2028']],
  ['a year typed twice',              '1611{2}0262025', ['16', '11', '2025']],
  ['a half-typed year is empty',      '1611202',    ['16', '11', '']],
])('F10 a date is typed: %s', async (_what, keys, date) => {
  render(<Day />)
  await userEvent.click(part('day, Day'))
  await userEvent.keyboard(keys)
  await userEvent.tab()
  expect(shown()).toEqual(date)
})

test('a date is typed in the order of the language; a year of two digits is in this century', async () => {
  render(<Day />)
  await userEvent.click(part('month, Day'))
  await userEvent.keyboard('0220')
  await userEvent.tab()
  expect(shown()).toEqual(['29', '02', '2020'])
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
