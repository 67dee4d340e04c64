import { expect, test } from 'vitest'
import { readInThread } from './read-in-thread.ts'

const NOW = Date.parse('2026-03-04T12:00:00Z')
const OPTIONS = { userId: 'ann', zone: 'UTC', now: NOW }
const read = (text: string) => readInThread(Buffer.from(text), OPTIONS)
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')

test('F38 a calendar that takes too long or too much memory ends alone, and the next one is read', async () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Evil',
    'BEGIN:STANDARD',
    'DTSTART:19000101T000000',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0000',
    'RRULE:FREQ=SECONDLY',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  const event = (time: string) => ['BEGIN:VEVENT', 'UID:a', `DTSTART${time}`, 'DURATION:PT1H', 'END:VEVENT']
  const [evil, good, none] = await Promise.all([
    read(calendar(...zone, ...event(';TZID=Evil:20260304T090000'))),
    read(calendar(...event(':20260304T090000Z'))),
    read('nothing'),
  ])
  expect(evil).toBe('too-complex')
  expect(good).toMatchObject({ events: [{ title: '' }] })
  expect(none).toBe('not-a-calendar')
})
