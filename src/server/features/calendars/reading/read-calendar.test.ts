import { expect, test } from 'vitest'
import { DAY_MS } from '#core/time/units.ts'
import { MAX_EVENTS, readCalendar } from './read-calendar.ts'

const NOW = Date.parse('2026-03-04T12:00:00Z')
const WEEKS = { from: Date.parse('2026-03-01T00:00:00Z'), to: Date.parse('2026-04-12T00:00:00Z') }

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a@example.org', 'SUMMARY:Call', ...lines, 'END:VEVENT']

const read = (text: string, period = WEEKS) =>
  readCalendar(text, { userId: 'ann', zone: 'Europe/Madrid', now: NOW, period })

/** The times of the events in order, and their titles where they differ from `Call`. */
const timesIn = (text: string, period = WEEKS) =>
  (read(text, period)?.events ?? [])
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .map(({ title, startedAt, endedAt, firstDay, lastDay }) => {
      const iso = (at: number) => new Date(at).toISOString().slice(0, 16)
      const times = firstDay === undefined ? `${iso(startedAt)}/${iso(endedAt)}` : `${firstDay}/${lastDay}`
      return title === 'Call' ? times : `${times} ${title}`
    })

const ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Our Office',
  'BEGIN:DAYLIGHT',
  'DTSTART:19700329T010000',
  'TZOFFSETFROM:-0300',
  'TZOFFSETTO:-0200',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19701025T010000',
  'TZOFFSETFROM:-0200',
  'TZOFFSETTO:-0300',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

// prettier-ignore
test.each<[what: string, lines: string[], times: string[]]>([
  ['in UTC',                       ['DTSTART:20260304T090000Z', 'DTEND:20260304T103000Z'],                                               ['2026-03-04T09:00/2026-03-04T10:30']],
  ['with a duration',              ['DTSTART:20260304T090000Z', 'DURATION:PT1H30M'],                                                     ['2026-03-04T09:00/2026-03-04T10:30']],
  ['in a zone',                    ['DTSTART;TZID=America/New_York:20260304T090000', 'DURATION:PT1H'],                                   ['2026-03-04T14:00/2026-03-04T15:00']],
  ['in a zone after its change',   ['DTSTART;TZID=America/New_York:20260309T090000', 'DURATION:PT1H'],                                   ['2026-03-09T13:00/2026-03-09T14:00']],
  ['in a zone of Windows',         ['DTSTART;TZID=Romance Standard Time:20260304T090000', 'DURATION:PT1H'],                              ['2026-03-04T08:00/2026-03-04T09:00']],
  ['in a quoted zone of Windows',  ['DTSTART;TZID="W. Europe Standard Time":20260304T090000', 'DURATION:PT1H'],                          ['2026-03-04T08:00/2026-03-04T09:00']],
  ['in a zone with a prefix',      ['DTSTART;TZID=/example.org/20260101/Europe/Istanbul:20260304T090000', 'DURATION:PT1H'],              ['2026-03-04T06:00/2026-03-04T07:00']],
  ['in a zone of its own',         ['DTSTART;TZID=Our Office:20260304T090000', 'DURATION:PT1H'],                                         ['2026-03-04T12:00/2026-03-04T13:00']],
  ['there, in summer time',        ['DTSTART;TZID=Our Office:20260401T090000', 'DURATION:PT1H'],                                         ['2026-04-01T11:00/2026-04-01T12:00']],
  ['in an unknown zone',           ['DTSTART;TZID=Nowhere:20260304T090000', 'DURATION:PT1H'],                                            ['2026-03-04T08:00/2026-03-04T09:00']],
  ['without a zone',               ['DTSTART:20260304T090000', 'DTEND:20260304T100000'],                                                 ['2026-03-04T08:00/2026-03-04T09:00']],
  ['from one zone to another',     ['DTSTART;TZID=Europe/Madrid:20260304T090000', 'DTEND;TZID=Europe/London:20260304T100000'],           ['2026-03-04T08:00/2026-03-04T10:00']],
  ['at an hour that is left out',  ['DTSTART;TZID=Europe/Madrid:20260329T023000', 'DURATION:PT1H'],                                      ['2026-03-29T01:30/2026-03-29T02:30']],
  ['of a whole day',               ['DTSTART;VALUE=DATE:20260304', 'DTEND;VALUE=DATE:20260305'],                                         ['2026-03-04/2026-03-04']],
  ['of a day without an end',      ['DTSTART;VALUE=DATE:20260304'],                                                                      ['2026-03-04/2026-03-04']],
  ['of three days',                ['DTSTART;VALUE=DATE:20260304', 'DTEND;VALUE=DATE:20260307'],                                         ['2026-03-04/2026-03-06']],
  ['of 24 hours',                  ['DTSTART:20260303T230000Z', 'DTEND:20260304T230000Z'],                                               ['2026-03-04/2026-03-04']],
  ['that takes no time',           ['DTSTART:20260304T090000Z'],                                                                         []],
  ['that ends before it starts',   ['DTSTART:20260304T090000Z', 'DTEND:20260304T080000Z'],                                               []],
  ['that is cancelled',            ['DTSTART:20260304T090000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'],                                    []],
  ['of another month',             ['DTSTART:20260704T090000Z', 'DURATION:PT1H'],                                                        []],
  ['with a broken time',           ['DTSTART:yesterday', 'DURATION:PT1H'],                                                               []],
  ['without a start',              ['DURATION:PT1H'],                                                                                    []],
])('F36 an event %s', (_what, lines, times) => {
  expect(timesIn(calendar(...event(...lines), ...ZONE))).toEqual(times)
})

const madrid = (time: string) => `;TZID=Europe/Madrid:${time}`
const MORNING = ['DTSTART;TZID=Europe/Madrid:20260302T090000', 'DTEND;TZID=Europe/Madrid:20260302T093000']
const at = (...days: string[]) => days.map((day) => `${day}/${day.slice(0, 14)}30`)

// prettier-ignore
test.each<[what: string, lines: string[], times: string[]]>([
  ['daily, three times',           [...MORNING, 'RRULE:FREQ=DAILY;COUNT=3'],                                       at('2026-03-02T08:00', '2026-03-03T08:00', '2026-03-04T08:00')],
  ['until a day',                  [...MORNING, 'RRULE:FREQ=DAILY;UNTIL=20260303'],                                at('2026-03-02T08:00', '2026-03-03T08:00')],
  ['until an instant',             [...MORNING, 'RRULE:FREQ=DAILY;UNTIL=20260303T080000Z'],                        at('2026-03-02T08:00', '2026-03-03T08:00')],
  ['until a moment before',        [...MORNING, 'RRULE:FREQ=DAILY;UNTIL=20260303T075959Z'],                        at('2026-03-02T08:00')],
  ['weekly, through a clock change', [...MORNING, 'RRULE:FREQ=WEEKLY;UNTIL=20260407'],                             at('2026-03-02T08:00', '2026-03-09T08:00', '2026-03-16T08:00', '2026-03-23T08:00', '2026-03-30T07:00', '2026-04-06T07:00')],
  ['every other week on two days', [...MORNING, 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20260320'],        at('2026-03-02T08:00', '2026-03-05T08:00', '2026-03-16T08:00', '2026-03-19T08:00')],
  ['on the last Friday',           [...MORNING, 'RRULE:FREQ=MONTHLY;BYDAY=-1FR'],                                  at('2026-03-27T08:00')],
  ['on the last weekday',          [...MORNING, 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],            at('2026-03-02T08:00', '2026-03-31T07:00')],
  ['with days left out',           [...MORNING, 'RRULE:FREQ=DAILY;COUNT=4', `EXDATE${madrid('20260303T090000')},20260304T090000`], at('2026-03-02T08:00', '2026-03-05T08:00')],
  ['with a day left out in UTC',   [...MORNING, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20260303T080000Z'],            at('2026-03-02T08:00')],
  ['with a further time',          [...MORNING, 'RRULE:FREQ=DAILY;COUNT=1', `RDATE${madrid('20260310T090000')}`],  at('2026-03-02T08:00', '2026-03-10T08:00')],
  ['since twenty years',           ['DTSTART;TZID=Europe/Madrid:20060306T090000', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;INTERVAL=3'], at('2026-03-09T08:00', '2026-03-30T07:00')],
  ['every second',                 [...MORNING, 'RRULE:FREQ=SECONDLY'],                                            at('2026-03-02T08:00')],
])('F37 an event that repeats %s', (_what, lines, times) => {
  expect(timesIn(calendar(...event(...lines)))).toEqual(times)
})

// prettier-ignore
test.each<[rule: string, from: string, days: string[]]>([
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '20240229', ['2024-02-29', '2028-02-29']],
  ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3',  '20260131', ['2026-01-31', '2026-03-31', '2026-05-31']],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '20260101', []],
])('F37 days by %s are those of the calendar', (rule, start, days) => {
  const period = { from: Date.parse('2024-01-01'), to: Date.parse('2030-01-01') }
  const text = calendar(...event(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`))
  expect(timesIn(text, period)).toEqual(days.map((day) => `${day}/${day}`))
})

test('F37 an occurrence that was moved or cancelled takes the place of the original one, and a moved one keeps its id', () => {
  const series = event(...MORNING, 'RRULE:FREQ=DAILY;COUNT=3')
  const moved = event(
    `RECURRENCE-ID${madrid('20260303T090000')}`,
    'DTSTART:20260303T150000Z',
    'DURATION:PT15M',
    'SUMMARY:Later',
  )
  const cancelled = event('RECURRENCE-ID:20260304T080000Z', ...MORNING, 'STATUS:CANCELLED')
  const text = calendar(...moved.filter((line) => line !== 'SUMMARY:Call'), ...series, ...cancelled)
  expect(timesIn(text)).toEqual([...at('2026-03-02T08:00'), '2026-03-03T15:00/2026-03-03T15:15 Later'])
  const idOf = (text: string, day: string) =>
    read(text)?.events.find(({ startedAt }) => new Date(startedAt).toISOString().startsWith(day))?.id
  expect(idOf(text, '2026-03-03')).toBe(idOf(calendar(...series), '2026-03-03'))
  expect(idOf(text, '2026-03-03')).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('F36 times without a zone are those of the zone that the calendar names', () => {
  const text = calendar('X-WR-TIMEZONE:Asia/Kathmandu', ...event('DTSTART:20260304T090000', 'DURATION:PT1H'))
  expect(timesIn(text)).toEqual(['2026-03-04T03:15/2026-03-04T04:15'])
})

test('F36 the same event has the same id at each reading, whatever its times are, and another one for each user', () => {
  const idOf = (userId: string, time: string) => {
    const text = calendar(...event(`DTSTART:${time}`, 'DURATION:PT1H'))
    return readCalendar(text, { userId, zone: 'UTC', now: NOW, period: WEEKS })?.events[0]?.id
  }
  expect(idOf('ann', '20260304T090000Z')).toBe(idOf('ann', '20260305T110000Z'))
  expect(idOf('ann', '20260304T090000Z')).not.toBe(idOf('bob', '20260304T090000Z'))
})

test('F36 a title is one line that every database can store', () => {
  const title = [String.raw`SUMMARY:Sketch\, first\npart \;`, ' and \uD800\u0000 more']
  const text = calendar('BEGIN:VEVENT', ...title, 'DTSTART:20260304T090000Z', 'DURATION:PT1H', 'END:VEVENT')
  expect(read(text)?.events[0]?.title).toBe('Sketch, first part ;and \uFFFD more')
})

// prettier-ignore
test.each([
  ['a web page', '<!doctype html><title>Sign in</title>'],
  ['nothing',    ''],
  ['a table',    'Start,End\n2026-03-01,2026-03-02\n'],
])('F38 %s is no calendar', (_what, text) => {
  expect(read(text)).toBeUndefined()
})

// prettier-ignore
test.each([
  ['an end that is missing',      calendar(...event('DTSTART:20260304T090000Z', 'DURATION:PT1H')).replace('END:VCALENDAR', ''), 1],
  ['line feeds alone',            calendar(...event('DTSTART:20260304T090000Z', 'DURATION:PT1H')).replaceAll('\r', ''),         1],
  ['an event that never ends',    calendar('BEGIN:VEVENT', 'DTSTART:20260304T090000Z'),                                        0],
  ['broken lines between others', calendar('::', ';', 'X', ...event('DTSTART:20260304T090000Z', 'DURATION:PT1H', '=,"')),       1],
  ['components without an end',   calendar(...Array.from({ length: 50_000 }, () => 'BEGIN:VEVENT')),                           0],
  ['ends without a beginning',    calendar(...Array.from({ length: 50_000 }, () => 'END:VEVENT')),                             0],
  ['a rule that is none',         calendar(...event('DTSTART:20260304T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=OFTEN')),          0],
  ['a zone that is none',         calendar('BEGIN:VTIMEZONE', 'TZID:X', 'END:VTIMEZONE', ...event('DTSTART;TZID=X:20260304T090000', 'DURATION:PT1H')), 1],
])('F38 a calendar with %s is read as far as it can be', (_what, text, events) => {
  expect(read(text)?.events).toHaveLength(events)
})

test('F38 of a calendar with very many events, those nearest to now are read', () => {
  const period = { from: NOW - 180 * DAY_MS, to: NOW + 180 * DAY_MS }
  const many = Array.from({ length: 200 }, (_, index) => [
    'BEGIN:VEVENT',
    `UID:${index}`,
    'DTSTART:20000101T090000Z',
    'DURATION:PT1H',
    'RRULE:FREQ=DAILY',
    'END:VEVENT',
  ])
  const { events, isShortened } = read(calendar(...many.flat()), period)!
  expect([events.length, isShortened]).toEqual([MAX_EVENTS, true])
  const days = events.map(({ startedAt }) => Math.abs(startedAt - NOW) / DAY_MS)
  expect(Math.max(...days)).toBeLessThan(12)
})
