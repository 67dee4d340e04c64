import type { ExportQuery } from '#contract/reports.ts'
import type { Language } from '#core/language.ts'
import type { Step } from '#core/report/dimensions.ts'
import { periodOf, placesOf } from '#core/report/periods.ts'
import { DAY_MS, HOUR_MS } from '#core/units.ts'
import { localeOf } from './names.ts'
import { LEFT, type Pages, ROOM } from './pages.ts'
import { ACCENT, type Pen, QUIET } from './pen.ts'
import type { ExportedReport } from './report.ts'
import { WORDS } from './words.ts'

const HEIGHT = 96
const AXIS = 34

/** As many bars as can be told apart. */
function stepOf({ from, to }: ExportQuery): Step {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days <= 31) return 'day'
  return days <= 190 ? 'week' : 'month'
}

/** What was worked step by step. */
export async function drawChart(pen: Pen, pages: Pages, { query, language, readSteps }: ExportedReport) {
  const step = stepOf(query)
  const worked = new Map((await readSteps(step)).map(({ key, milliseconds }) => [key, milliseconds]))
  const places = placesOf(periodOf(query.from, query.to, query.zone), step, query.zone)
  if (places.length < 2 || worked.size === 0) return
  const values = places.map(({ date }) => worked.get(date) ?? 0)
  const top = pages.take(HEIGHT + 44) + 18
  const mark = markFor(Math.max(...values))
  const scale = HEIGHT / (Math.ceil(Math.max(...values) / mark) * mark)
  const hours = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 2 })
  for (let value = 0; value * scale <= HEIGHT + 1; value += mark) {
    const y = top + HEIGHT - value * scale
    pen.line(LEFT + AXIS, y, ROOM - AXIS)
    pen.writeRight(`${hours.format(value / HOUR_MS)} ${WORDS[language].hourUnit}`, LEFT + AXIS - 6, y + 3, {
      size: 8.5,
      color: QUIET,
    })
  }
  const width = (ROOM - AXIS) / values.length
  const every = Math.ceil(34 / width)
  for (const [index, value] of values.entries()) {
    const x = LEFT + AXIS + index * width
    pen.doc.rect(x + width * 0.15, top + HEIGHT - value * scale, width * 0.7, value * scale).fill(ACCENT)
    if (index % every === 0) {
      const label = labelOf(places[index]!.date, step, language)
      pen.write(label, x + (width - pen.widthOf(label, LABEL)) / 2, top + HEIGHT + 13, LABEL)
    }
  }
}

const LABEL = { size: 8.5, color: QUIET }

/** Every how much a line is drawn: two to five of them. */
function markFor(most: number) {
  const hours = [0.25, 0.5, 1, 2, 4, 8, 12, 24, 48, 96, 192, 384, 768, 1_536, 3_072]
  return (hours.find((mark) => most / (mark * HOUR_MS) <= 5) ?? 6_144) * HOUR_MS
}

function labelOf(date: string, step: Step, language: Language) {
  const format = step === 'month' ? ({ month: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', ...format }).format(Date.parse(date))
}
