import { shiftDate, weekdayOf } from '#core/time/calendar-dates.ts'
import { dateOf, instantOfLocalTime, utcOffsetOf } from '#core/time/time-zone.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/units.ts'

export const REMINDER_KINDS = ['notStarted', 'outsideHours', 'longStopwatch'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

/** The choices of a user about reminders. Each is off by default. */
export interface Reminders {
  /** An IANA time zone. */
  timeZone: string
  notStarted: { isOn: boolean; weekdays: readonly number[]; minute: number }
  /** The hours in which the user works. Minutes count from midnight, weekdays from 1 for Monday. */
  outsideHours: { isOn: boolean; weekdays: readonly number[]; from: number; to: number }
  longStopwatch: { isOn: boolean; hours: number; isMailed: boolean }
  /** After an absence of so long, a page asks what to keep of the stopwatch's time. */
  idleReturn: { isOn: boolean; minutes: number }
}

const WORK_DAYS = [1, 2, 3, 4, 5]

export const defaultReminders = (timeZone: string): Reminders => ({
  timeZone,
  notStarted: { isOn: false, weekdays: WORK_DAYS, minute: 10 * 60 },
  outsideHours: { isOn: false, weekdays: WORK_DAYS, from: 8 * 60, to: 18 * 60 },
  longStopwatch: { isOn: false, hours: 4, isMailed: false },
  idleReturn: { isOn: false, minutes: 15 },
})

/** The facts about a user by which the server decides whether to remind. */
export interface Facts {
  hasWorkedToday: boolean
  /** The active run; null if the timer is idle. */
  run: { id: string; startedAt: number; isWorking: boolean; isStopwatch: boolean } | null
}

/** For each reminder, the day or the run for which it was sent last. */
export type SentReminders = Partial<Record<ReminderKind, string>>

/** A reminder about the morning is of no use in the evening: after this time it is left out. */
const NOT_STARTED_WINDOW_MS = 2 * HOUR_MS
/** Work may end a little late without a reminder. */
const GRACE_MS = 10 * MINUTE_MS

/** The reminders to send now, with the day or the run that each is about. */
export function dueReminders(reminders: Reminders, facts: Facts, sent: SentReminders, now: number): SentReminders {
  const { notStarted, outsideHours, longStopwatch, timeZone } = reminders
  const today = dateOf(now, timeZone)
  const { run } = facts
  const due: SentReminders = {}
  if (notStarted.isOn && isNotStarted(reminders, facts, now)) due.notStarted = today
  if (
    outsideHours.isOn &&
    run?.isWorking &&
    isOutsideHours(reminders, now) &&
    isOutsideHours(reminders, now - GRACE_MS)
  )
    due.outsideHours = run.id
  if (longStopwatch.isOn && isLongStopwatch(run, longStopwatch.hours, now)) due.longStopwatch = run!.id
  return Object.fromEntries(Object.entries(due).filter(([kind, about]) => sent[kind as ReminderKind] !== about))
}

function isNotStarted({ notStarted, timeZone }: Reminders, { hasWorkedToday, run }: Facts, now: number) {
  const today = dateOf(now, timeZone)
  const at = instantOf(today, notStarted.minute, timeZone)
  const isTime = notStarted.weekdays.includes(weekdayOf(today)) && now >= at && now < at + NOT_STARTED_WINDOW_MS
  return isTime && !hasWorkedToday && run === null
}

/** Whether a moment is outside of the user's hours. */
export function isOutsideHours({ outsideHours: { weekdays, from, to }, timeZone }: Reminders, at: number) {
  const minute = Math.floor(((((at + utcOffsetOf(at, timeZone)) % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS)
  return !weekdays.includes(weekdayOf(dateOf(at, timeZone))) || minute < from || minute >= to
}

const isLongStopwatch = (run: Facts['run'], hours: number, now: number) =>
  run !== null && run.isStopwatch && run.isWorking && now - run.startedAt >= hours * HOUR_MS

/** When the server has to look again; null if no reminder is on. */
export function nextLookAt(reminders: Reminders, facts: Facts, now: number): number | null {
  const { notStarted, outsideHours, longStopwatch } = reminders
  const looks = [
    notStarted.isOn && nextStartCheck(reminders, now),
    outsideHours.isOn && nextHoursCheck(reminders, now),
    longStopwatch.isOn && nextStopwatchCheck(facts, longStopwatch.hours, now),
  ].filter((at) => at !== false && at !== null)
  return looks.length === 0 ? null : Math.min(...looks)
}

function nextStartCheck({ notStarted: { weekdays, minute }, timeZone }: Reminders, now: number) {
  const today = dateOf(now, timeZone)
  for (let day = 0; day <= 7; day += 1) {
    const date = shiftDate(today, day)
    const at = instantOf(date, minute, timeZone)
    if (weekdays.includes(weekdayOf(date)) && at > now) return at
  }
  return null
}

/** Within the hours at their end, otherwise again and again, because work can begin at any time. */
function nextHoursCheck(reminders: Reminders, now: number) {
  const { outsideHours, timeZone } = reminders
  if (isOutsideHours(reminders, now)) return now + GRACE_MS
  return Math.max(now, instantOf(dateOf(now, timeZone), outsideHours.to, timeZone)) + GRACE_MS
}

/** A stopwatch that starts after this look cannot be long before that time is over. */
function nextStopwatchCheck({ run }: Facts, hours: number, now: number) {
  const longAt = run?.isStopwatch ? run.startedAt + hours * HOUR_MS : now
  return longAt > now ? longAt : now + hours * HOUR_MS
}

const instantOf = (date: string, minute: number, timeZone: string) =>
  instantOfLocalTime(Date.parse(date) + minute * MINUTE_MS, timeZone)
