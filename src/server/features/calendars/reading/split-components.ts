/** A component of a calendar, as content lines. */
export interface RawComponent {
  name: 'VEVENT' | 'VTIMEZONE'
  lines: string[]
}

/** The parts of a calendar that are read. */
interface CalendarParts {
  onComponent: (component: RawComponent) => void
  /** A property of the calendar itself. */
  onProperty: (line: string) => void
}

/** Properties of an event that are read. All others, like descriptions and guests, are dropped before anything parses them. */
const EVENT_PROPERTY = /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SUMMARY|STATUS)[;:]/i
const CALENDAR_PROPERTY = /^X-WR-TIMEZONE[;:]/i
const BOUNDARY = /^(BEGIN|END):([\w-]{1,40})\s*$/i
/** Real components have three levels: a calendar, an event and its alarms. */
const MAX_DEPTH = 8
/** A list of excluded times is the longest property that is read. */
const MAX_LINE_LENGTH = 60_000
/** Of all parts of one component together. */
const MAX_LINES = 2_000

/** Reads a calendar from the start to the end once, and keeps one component of it at a time. */
export function splitComponents(text: string, { onComponent, onProperty }: CalendarParts) {
  let component: RawComponent | undefined
  for (const { line, depth, begins, ends } of withDepth(unfold(text))) {
    if (depth === 2) component ??= toComponent(begins)
    if (component !== undefined) addLine(component, line, depth)
    else if (depth === 1 && CALENDAR_PROPERTY.test(line)) onProperty(line)
    if (depth !== 2 || ends === undefined || component === undefined) continue
    onComponent(component)
    component = undefined
  }
}

/** Tells for each line in how many components it is. Ends where they are nested too deeply. */
function* withDepth(lines: Iterable<string>) {
  let depth = 0
  for (const line of lines) {
    const { begins, ends } = readBoundary(line)
    if (begins !== undefined) depth += 1
    if (depth > MAX_DEPTH) return
    yield { line, depth, begins, ends }
    if (ends !== undefined) depth = Math.max(0, depth - 1)
  }
}

/** The name of the component that begins or ends with a line. */
function readBoundary(line: string) {
  const [, boundary = '', name = ''] = BOUNDARY.exec(line) ?? []
  const word = boundary.toUpperCase()
  return {
    begins: word === 'BEGIN' ? name.toUpperCase() : undefined,
    ends: word === 'END' ? name.toUpperCase() : undefined,
  }
}

const toComponent = (name: string | undefined): RawComponent | undefined =>
  name === 'VEVENT' || name === 'VTIMEZONE' ? { name, lines: [] } : undefined

function addLine(component: RawComponent, line: string, depth: number) {
  if (component.lines.length < MAX_LINES && isRead(component, line, depth)) component.lines.push(line)
}

/** Everything of a time zone, and of an event what is not about its alarms. */
function isRead({ name }: RawComponent, line: string, depth: number) {
  if (name === 'VTIMEZONE') return true
  return depth === 2 && (EVENT_PROPERTY.test(line) || /^(?:BEGIN|END):VEVENT\s*$/i.test(line))
}

/** Lines that begin with a space or a tab continue the one before. A longer line than any that is read is cut. */
function* unfold(text: string): Generator<string> {
  let current: string | undefined
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from)
    const end = found === -1 ? text.length : found
    const line = text.slice(from, Math.min(end, from + MAX_LINE_LENGTH)).replace(/\r$/, '')
    from = end + 1
    if (current !== undefined && /^[ \t]/.test(line)) {
      if (current.length < MAX_LINE_LENGTH) current += line.slice(1)
      continue
    }
    if (current !== undefined) yield current
    current = line
  }
  if (current !== undefined) yield current
}
