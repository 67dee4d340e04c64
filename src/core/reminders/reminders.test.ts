import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#core/time/units.ts'
import {
  defaultReminders,
  dueReminders,
  type Facts,
  isOutsideHours,
  nextLookAt,
  type Reminders,
  type SentReminders,
} from './reminders.ts'

const ZONE = 'Europe/Madrid'
const at = (text: string) => Date.parse(text)
const IDLE: Facts = { hasWorkedToday: false, run: null }
const RUN_START = at('2026-03-02T09:00+01:00')
const running = (fields: Partial<NonNullable<Facts['run']>> = {}): Facts => ({
  hasWorkedToday: true,
  run: { id: 'run', startedAt: RUN_START, isWorking: true, isStopwatch: true, ...fields },
})

const OFF = defaultReminders(ZONE)
const START: Reminders = { ...OFF, notStarted: { ...OFF.notStarted, isOn: true } }
const HOURS: Reminders = { ...OFF, outsideHours: { ...OFF.outsideHours, isOn: true } }
const LONG: Reminders = { ...OFF, longStopwatch: { isOn: true, hours: 4, isMailed: false } }

// prettier-ignore
test.each<[what: string, reminders: Reminders, facts: Facts, sent: SentReminders, now: string, due: SentReminders]>([
  ['nothing is on',                           OFF,   running(),                        {},                             '2026-03-02T20:00+01:00', {}],
  ['nobody has started by ten',               START, IDLE,                             {},                             '2026-03-02T10:00+01:00', { notStarted: '2026-03-02' }],
  ['it is not ten yet',                       START, IDLE,                             {},                             '2026-03-02T09:59+01:00', {}],
  ['it is the afternoon',                     START, IDLE,                             {},                             '2026-03-02T12:00+01:00', {}],
  ['it is Sunday',                            START, IDLE,                             {},                             '2026-03-01T10:00+01:00', {}],
  ['they were reminded already',              START, IDLE,                             { notStarted: '2026-03-02' },   '2026-03-02T10:01+01:00', {}],
  ['they were reminded yesterday',            START, IDLE,                             { notStarted: '2026-03-02' },   '2026-03-03T10:00+01:00', { notStarted: '2026-03-03' }],
  ['they have worked today',                  START, { hasWorkedToday: true, run: null }, {},                          '2026-03-02T10:00+01:00', {}],
  ['the timer is paused',                     START, running({ isWorking: false }),    {},                             '2026-03-02T10:00+01:00', {}],
  ['clocks went forward in the night',        { ...START, notStarted: { isOn: true, weekdays: [7], minute: 600 } }, IDLE, {}, '2026-03-29T10:00+02:00', { notStarted: '2026-03-29' }],
  ['they work within their hours',            HOURS, running(),                        {},                             '2026-03-02T17:59+01:00', {}],
  ['they finish a little late',               HOURS, running(),                        {},                             '2026-03-02T18:09+01:00', {}],
  ['they work outside of their hours',        HOURS, running(),                        {},                             '2026-03-02T18:10+01:00', { outsideHours: 'run' }],
  ['they were told so of this run',           HOURS, running(),                        { outsideHours: 'run' },        '2026-03-02T19:00+01:00', {}],
  ['they start another run',                  HOURS, running({ id: 'other' }),         { outsideHours: 'run' },        '2026-03-02T21:00+01:00', { outsideHours: 'other' }],
  ['they have a break',                       HOURS, running({ isWorking: false }),    {},                             '2026-03-02T19:00+01:00', {}],
  ['they work at the weekend',                HOURS, running(),                        {},                             '2026-03-01T12:00+01:00', { outsideHours: 'run' }],
  ['a stopwatch ran for three hours',         LONG,  running(),                        {},                             '2026-03-02T12:59+01:00', {}],
  ['a stopwatch ran for four hours',          LONG,  running(),                        {},                             '2026-03-02T13:00+01:00', { longStopwatch: 'run' }],
  ['that was said',                           LONG,  running(),                        { longStopwatch: 'run' },       '2026-03-02T15:00+01:00', {}],
  ['a countdown ran for four hours',          LONG,  running({ isStopwatch: false }),  {},                             '2026-03-02T13:00+01:00', {}],
  ['the stopwatch is paused',                 LONG,  running({ isWorking: false }),    {},                             '2026-03-02T13:00+01:00', {}],
])('P8 a reminder is due or not if %s', (_what, reminders, facts, sent, now, due) => {
  expect(dueReminders(reminders, facts, sent, at(now))).toEqual(due)
})

// prettier-ignore
test.each<[what: string, reminders: Reminders, facts: Facts, now: string, next: string | null]>([
  ['nothing is on',                       OFF,   IDLE,      '2026-03-02T10:00+01:00', null],
  ['it is before the time of day',        START, IDLE,      '2026-03-02T08:00+01:00', '2026-03-02T10:00+01:00'],
  ['it is the time of day',               START, IDLE,      '2026-03-02T10:00+01:00', '2026-03-03T10:00+01:00'],
  ['it is Friday, after it',              START, IDLE,      '2026-03-06T10:00+01:00', '2026-03-09T10:00+01:00'],
  ['clocks go forward until then',        START, IDLE,      '2026-03-27T11:00+01:00', '2026-03-30T10:00+02:00'],
  ['clocks go back until then',           START, IDLE,      '2026-10-23T11:00+02:00', '2026-10-26T10:00+01:00'],
  ['no day is a work day',                { ...START, notStarted: { isOn: true, weekdays: [], minute: 0 } }, IDLE, '2026-03-02T10:00+01:00', null],
  ['it is within the hours',              HOURS, IDLE,      '2026-03-02T10:00+01:00', '2026-03-02T18:10+01:00'],
  ['it is outside of the hours',          HOURS, IDLE,      '2026-03-02T20:00+01:00', '2026-03-02T20:10+01:00'],
  ['a stopwatch runs',                    LONG,  running(), '2026-03-02T10:00+01:00', '2026-03-02T13:00+01:00'],
  ['a long stopwatch runs',               LONG,  running(), '2026-03-02T13:00+01:00', '2026-03-02T17:00+01:00'],
  ['no timer runs',                       LONG,  IDLE,      '2026-03-02T10:00+01:00', '2026-03-02T14:00+01:00'],
])('P8 the next look, if %s', (_what, reminders, facts, now, next) => {
  expect(nextLookAt(reminders, facts, at(now))).toBe(next === null ? null : at(next))
})

const minutes = fc.integer({ min: 0, max: 1439 })
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }))
const someReminders = fc.record({
  timeZone: fc.constantFrom('UTC', ZONE, 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
  notStarted: fc.record({ isOn: fc.boolean(), weekdays, minute: minutes }),
  outsideHours: fc.record({ isOn: fc.boolean(), weekdays, from: minutes, to: minutes }),
  longStopwatch: fc.record({ isOn: fc.boolean(), hours: fc.integer({ min: 1, max: 24 }), isMailed: fc.boolean() }),
  idleReturn: fc.record({ isOn: fc.boolean(), minutes: fc.integer({ min: 5, max: 240 }) }),
})
const moments = fc.integer({ min: at('2026-01-01T00:00Z'), max: at('2026-12-31T00:00Z') })

test('P8 whoever looks at the given times sends each reminder once, and every look is later than the one before', () => {
  fc.assert(
    fc.property(someReminders, moments, (reminders, start) => {
      const facts = running({ startedAt: start })
      const sent: SentReminders = {}
      const told: string[] = []
      let now = start
      for (let look = 0; look < 60; look += 1) {
        const due = dueReminders(reminders, facts, sent, now)
        told.push(...Object.entries(due).map(([kind, about]) => `${kind} ${about}`))
        Object.assign(sent, due)
        expect(dueReminders(reminders, facts, sent, now)).toEqual({})
        const next = nextLookAt(reminders, facts, now)
        if (next === null) break
        expect(next).toBeGreaterThan(now)
        expect(next - now).toBeLessThanOrEqual(8 * 24 * HOUR_MS + HOUR_MS)
        now = next
      }
      expect(new Set(told).size).toBe(told.length)
    }),
  )
})

test('P8 within a day, hours are outside exactly before their start and from their end', () => {
  fc.assert(
    fc.property(minutes, minutes, minutes, (from, to, minute) => {
      const reminders = {
        ...HOURS,
        timeZone: 'UTC',
        outsideHours: { isOn: true, weekdays: [1, 2, 3, 4, 5, 6, 7], from, to },
      }
      const isOutside = isOutsideHours(reminders, at('2026-03-02T00:00Z') + minute * MINUTE_MS)
      expect(isOutside).toBe(minute < from || minute >= to)
    }),
  )
})
