import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadEnglish } from '#web/i18n/testing/english.ts'
import type { EntryValues } from './entry-values.ts'
import { EntryTimes } from './EntryTimes.tsx'
import { useEntryForm } from './useEntryForm.ts'

beforeAll(loadEnglish)
afterEach(cleanup)

const local = (time: string) => new Date(time).toISOString()
const OTHER_VALUES = { project: 'p', task: null, duration: undefined, notes: '', tags: [], isRunning: false }

function TimesForm({ start, end, saved }: { start: string; end: string | null; saved: EntryValues[] }) {
  const form = useEntryForm({
    initial: { ...OTHER_VALUES, startTime: local(start), endTime: end && local(end) },
    onSubmit: async (values) => {
      saved.push(values)
    },
    fallback: 'entries.failed.create',
  })
  return (
    <form onSubmit={form.submit}>
      <EntryTimes form={form} />
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
  for (const [input, keys] of steps) {
    await userEvent.click(
      input === 'duration'
        ? screen.getByRole('textbox', { name: 'Duration' })
        : screen.getByRole('spinbutton', { name: INPUTS[input] }),
    )
    await userEvent.keyboard(keys)
  }
  await userEvent.keyboard('{Enter}')
  expect(saved.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([[local(savedStart), local(savedEnd)]])
})
