import type { FatalProblem } from '#core/import/import-model.ts'
import { instantOfLocalTime, isTimeZone } from '#core/time/time-zone.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time/units.ts'
import type { FileFormat, FormatEntry, TextFile } from './format.ts'
import { isoOfCompact, isoOfMilliseconds } from './iso-times.ts'
import { type Line, linesOf } from './lines.ts'
import { zoneOfWindows } from './windows-zones.ts'

/**
 * Events of a calendar (RFC 5545). The calendar is the project, categories are tags, the summary becomes the notes.
 * Cancelled events, days without times and recurring events are left out: the calendar does not say when the user worked.
 */
export const ICALENDAR: FileFormat<TextFile> = {
  name: 'icalendar',
  fields: ['start', 'end', 'milliseconds', 'project', 'tags', 'notes'],
  recognizes: ({ text }) => /^\s*BEGIN:VCALENDAR\s/i.test(text),
  *read({ text }) {
    for (const component of readComponents(text)) if (component.name === 'VEVENT') yield* toEntries(component)
  },
}

interface Property {
  parameters: string
  value: string
}

interface Component {
  name: string
  line: number
  properties: Map<string, Property>
  /** The component around it: that of an event is the calendar. */
  parent: Component | undefined
}

/** The components of a calendar, each when it ends. */
function* readComponents(text: string): Generator<Component> {
  let current: Component | undefined
  for (const { line, text: content } of unfold(text)) {
    const { name, parameters, value } = readProperty(content)
    if (name === 'BEGIN') {
      current = { name: value.trim().toUpperCase(), line, properties: new Map(), parent: current }
    } else if (name === 'END') {
      if (current !== undefined) yield current
      current = current?.parent
    } else current?.properties.set(name, { parameters, value })
  }
}

/** The longest property that is read, such as a description. */
const MAX_PROPERTY_LENGTH = 20_000

/** Lines that begin with a space continue the one before. */
function* unfold(text: string): Generator<Line> {
  let current: Line | undefined
  for (const line of linesOf(text)) {
    if (current !== undefined && /^[ \t]/.test(line.text)) {
      if (current.text.length < MAX_PROPERTY_LENGTH) current.text += line.text.slice(1)
      continue
    }
    if (current !== undefined) yield current
    current = line
  }
  if (current !== undefined) yield current
}

const PROPERTY = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;,]*)(?:,(?:"[^"]*"|[^":;,]*))*)*):/

function readProperty(text: string) {
  const [matched = '', name = '', parameters = ''] = PROPERTY.exec(text) ?? []
  return { name: name.toUpperCase(), parameters, value: text.slice(matched.length) }
}

function* toEntries({ line, properties, parent }: Component): Generator<FormatEntry> {
  const valueOf = (name: string) => properties.get(name)?.value.trim() ?? ''
  const findReasonToLeaveOut = (): LeftOutKind | undefined => {
    if (valueOf('STATUS').toUpperCase() === 'CANCELLED') return 'cancelled-event'
    if (valueOf('RRULE') !== '' || valueOf('RDATE') !== '') return 'recurring-event'
    return /^\d{8}$/.test(valueOf('DTSTART')) ? 'all-day-event' : undefined
  }
  const start = readTime(properties.get('DTSTART'))
  const leftOut = findReasonToLeaveOut()
  yield {
    line,
    start: leftOut === undefined ? start : `${start} ${leftOut}`,
    end: readTime(properties.get('DTEND')),
    milliseconds: readDuration(valueOf('DURATION')),
    project: unescapeText(parent?.properties.get('X-WR-CALNAME')?.value ?? ''),
    tags: splitList(valueOf('CATEGORIES')),
    notes: unescapeText(valueOf('SUMMARY')),
  }
}

/** Why an event is not imported. It stands behind the start, because the table has no column for it. */
const LEFT_OUT_KINDS = ['recurring-event', 'all-day-event', 'cancelled-event'] as const satisfies FatalProblem[]
type LeftOutKind = (typeof LEFT_OUT_KINDS)[number]

/** The reason not to import an event, if its start has one. */
export const readLeftOut = (start: string) => LEFT_OUT_KINDS.find((kind) => start.endsWith(` ${kind}`))

const TZID = /;TZID=(?:"([^"]*)"|([^":;,]*))/i
/** Some programs put a prefix of their own before the name of a zone. */
const ZONE_NAME = /(?:^|\/)((?:[A-Z][\w+-]*\/){0,2}[A-Z][\w+-]*)$/

function readTime({ parameters, value }: Property = { parameters: '', value: '' }) {
  const local = isoOfCompact(value.trim())
  const [, quoted, plain] = TZID.exec(parameters) ?? []
  const zone = quoted ?? plain
  return zone === undefined || !/T[\d:]+$/.test(local) ? local : toInstant(local, zone)
}

/** A time in a zone of unknown rules keeps its name, so that it becomes a problem instead of a wrong time. */
function toInstant(local: string, zone: string) {
  const name = zoneOfWindows(zone) ?? ZONE_NAME.exec(zone)?.[1] ?? zone
  return isTimeZone(name) ? isoOfMilliseconds(instantOfLocalTime(Date.parse(`${local}Z`), name)) : `${local} ${zone}`
}

const DURATION = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

function readDuration(text: string) {
  const match = DURATION.exec(text)
  if (match === null) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0))
  return (weeks * 7 + days) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS
}

const unescapeText = (text: string) =>
  text.replaceAll(/\\([nN,;\\])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? '\n' : letter))

const splitList = (text: string) => (text.match(/(?:\\.|[^,\\])+/g) ?? []).map((part) => unescapeText(part).trim())
