import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import type { EntryValues } from './entry-values.ts'
import { EntryTimes } from './EntryTimes.tsx'
import { useEntryForm } from './useEntryForm.ts'

beforeAll(loadEnglish)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const local = (time: string) => new Date(time).toISOString()
const OTHER_VALUES = { project: 'p', task: null, duration: undefined, notes: '', tags: [], isRunning: false }

interface TimesFormProps {
  start: string
  end: string | null
  saved: EntryValues[]
  isNew?: boolean
}

function TimesForm({ start, end, saved, isNew = false }: TimesFormProps) {
  const form = useEntryForm({
    initial: { ...OTHER_VALUES, startTime: local(start), endTime: end && local(end) },
    onSubmit: async (values) => {
      saved.push(values)
    },
    fallback: 'entries.failed.create',
  })
  return (
    <form onSubmit={form.submit}>
      <EntryTimes form={form} isNew={isNew} isStartProposed={isNew} />
      <button>Save</button>
    </form>
  )
}

// prettier-ignore
const INPUTS = {
  day: 'day, Date', month: 'month, Date', year: 'year, Date',
  hour: 'hour, Start', minute: 'minute, Start',
  endHour: /^hour, End/, endMinute: /^minute, End/,
} as const

type Step = [input: keyof typeof INPUTS | 'duration', keys: string]

// prettier-ignore
test.each<[what: string, before: [start: string, end: string | null], steps: Step[], start: string, end: string]>([
  ['typed times have no seconds',
    ['2026-11-18T04:58:31', null],                 [['day', '16112026'], ['hour', '0915'], ['endHour', '1045']], '2026-11-16T09:15', '2026-11-16T10:45'],
  ['an untouched start keeps its seconds',
    ['2026-11-18T04:58:31', null],                 [['endHour', '0615']],                                        '2026-11-18T04:58:31', '2026-11-18T06:15'],
  ['an untouched end keeps its seconds',
    ['2026-11-18T04:58:31', '2026-11-18T05:10:12'],     [['minute', '00']],                                           '2026-11-18T04:00', '2026-11-18T05:10:12'],
  ['the shown time typed again loses its seconds',
    ['2026-11-18T04:58:31', '2026-11-18T05:10:12'],     [['hour', '0458'], ['endHour', '0510']],                      '2026-11-18T04:58', '2026-11-18T05:10'],
  ['another date keeps the seconds of both times',
    ['2026-11-18T04:58:31', '2026-11-18T05:10:12'],     [['day', '16']],                                              '2026-11-16T04:58:31', '2026-11-16T05:10:12'],
  ['a typed duration is exact',
    ['2026-11-18T04:58:31', '2026-11-18T05:10:12'],     [['duration', '45m']],                                        '2026-11-18T04:58:31', '2026-11-18T05:43:31'],
  ['a start typed after a duration keeps the duration',
    ['2026-11-18T04:58:31', '2026-11-18T05:10:12'],     [['duration', '45m'], ['hour', '0800']],                      '2026-11-18T08:00', '2026-11-18T08:45'],
  ['a day that the old month does not have',
    ['2026-02-15T09:00', '2026-02-15T10:00'],           [['day', '31032026']],                                        '2026-03-31T09:00', '2026-03-31T10:00'],
  ['a year of two digits, saved with Enter',
    ['2026-02-15T09:00', '2026-02-15T10:00'],           [['year', '25']],                                             '2025-02-15T09:00', '2025-02-15T10:00'],
  ['an end typed again stays on its last day',
    ['2026-11-18T09:00', '2026-11-19T10:00'],           [['endHour', '1045']],                                        '2026-11-18T09:00', '2026-11-19T10:45'],
  ['an end cleared and typed again stays on its last day',
    ['2026-11-18T09:00', '2026-11-19T10:00'],           [['endHour', '{Backspace}11']],                               '2026-11-18T09:00', '2026-11-19T11:00'],
  ['an end typed while the start is incomplete',
    ['2026-11-18T09:00', null],                    [['hour', '{Backspace}'], ['endHour', '1045'], ['hour', '08']], '2026-11-18T08:00', '2026-11-18T10:45'],
  ['a duration typed while the start is incomplete',
    ['2026-11-18T09:00', null],                    [['hour', '{Backspace}'], ['duration', '45m'], ['hour', '08']], '2026-11-18T08:00', '2026-11-18T08:45'],
  ['a date changed while the start is incomplete',
    ['2026-11-18T09:00', '2026-11-18T10:00'],           [['hour', '{Backspace}'], ['day', '16'], ['hour', '09']],     '2026-11-16T09:00', '2026-11-16T10:00'],
])('F10 %s', async (_what, [start, end], steps, savedStart, savedEnd) => {
  const saved: EntryValues[] = []
  render(<TimesForm start={start} end={end} saved={saved} />)
  await type(steps)
  await userEvent.keyboard('{Enter}')
  expect(saved.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([[local(savedStart), local(savedEnd)]])
})

async function type(steps: readonly Step[]) {
  for (const [input, keys] of steps) {
    await userEvent.click(
      input === 'duration'
        ? screen.getByRole('textbox', { name: 'Duration' })
        : screen.getByRole('spinbutton', { name: INPUTS[input] }),
    )
    await userEvent.keyboard(keys)
  }
}

// The last entry ended at 20:55, and it is 21:18.
// prettier-ignore
test.each<[what: string, steps: Step[], start: string, end: string]>([
  ['ends now if only its duration is typed',        [['duration', '45']],                                      '2026-11-18T20:33', '2026-11-18T21:18'],
  ['may begin the day before',                      [['duration', '22h']],                                     '2026-11-17T23:18', '2026-11-18T21:18'],
  ['begins at the last end if its end is typed',    [['endHour', '2110']],                                     '2026-11-18T20:55', '2026-11-18T21:10'],
  ['has the last of several durations',             [['duration', '45{Backspace}{Backspace}1h']],              '2026-11-18T20:18', '2026-11-18T21:18'],
  ['keeps its duration when its date is typed',     [['duration', '45'], ['day', '17']],                       '2026-11-17T20:33', '2026-11-17T21:18'],
  ['keeps its duration when its start is typed',    [['duration', '45'], ['hour', '0900']],                    '2026-11-18T09:00', '2026-11-18T09:45'],
  ['keeps a typed start',                           [['hour', '0900'], ['duration', '45']],                    '2026-11-18T09:00', '2026-11-18T09:45'],
  ['keeps a typed date',                            [['day', '17'], ['duration', '45']],                       '2026-11-17T20:55', '2026-11-17T21:40'],
  ['accepts the proposed start once an end is typed', [['endHour', '2110'], ['duration', '10']],               '2026-11-18T20:55', '2026-11-18T21:05'],
  ['has its first proposal again after the duration is erased', [['duration', '45{Backspace}{Backspace}'], ['endHour', '2110']], '2026-11-18T20:55', '2026-11-18T21:10'],
])('N14 a new entry %s', async (_what, steps, start, end) => {
  vi.useFakeTimers({ now: new Date('2026-11-18T21:18'), toFake: ['Date'] })
  const saved: EntryValues[] = []
  render(<TimesForm start="2026-11-18T20:55" end={null} saved={saved} isNew />)
  await type(steps)
  await userEvent.keyboard('{Enter}')
  expect(saved.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([[local(start), local(end)]])
})

test('N14 the form marks an entry in the future', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-18T21:18'), toFake: ['Date'] })
  render(<TimesForm start="2026-11-18T20:55" end={null} saved={[]} isNew />)
  await type([['duration', '45']])
  expect(screen.queryByText(/future/)).toBeNull()
  await type([['hour', '2100']])
  expect(screen.getByText('Ends in the future')).toBeTruthy()
  await type([['hour', '2200']])
  expect(screen.getByText('In the future')).toBeTruthy()
})
