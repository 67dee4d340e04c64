import { type Language, toLocale } from '#core/language.ts'
import { periodOf, splitIntoBuckets } from '#core/report/buckets.ts'
import type { Step } from '#core/report/dimensions.ts'
import { writeDuration } from '#core/time-entries/duration-text.ts'
import { HOUR_MS } from '#core/time/units.ts'
import type { ExportedReport } from './exported-report.ts'
import { chooseStep } from './goal-lines.ts'
import { ACCENT_COLOR, MUTED_COLOR, type PdfCanvas } from './pdf-canvas.ts'
import { CONTENT_WIDTH, LEFT, type PdfPages, RIGHT } from './pdf-pages.ts'
import { TRANSLATIONS } from './translations.ts'

const HEIGHT = 96
const AXIS_WIDTH = 34

export async function drawChart(
  canvas: PdfCanvas,
  pages: PdfPages,
  { query, language, readTimeByStep }: ExportedReport,
) {
  const step = chooseStep(query)
  const worked = new Map((await readTimeByStep(step)).map(({ key, milliseconds }) => [key, milliseconds]))
  const { from, to, zone, weekStart } = query
  const buckets = splitIntoBuckets(periodOf(from, to, zone), step, zone, weekStart)
  if (buckets.length < 2 || worked.size === 0) return
  const values = buckets.map(({ date }) => worked.get(date) ?? 0)
  const labels = buckets.map(({ date }) => formatLabel(date, step, language))
  const top = pages.take(HEIGHT + 44) + 18
  const alt = describeBars(TRANSLATIONS[language].chart[step], labels, values)
  canvas.addElement(canvas.root, 'Figure', () => drawBars(canvas, top, { values, labels, language }), {
    alt,
    bbox: [LEFT, top - 8, RIGHT, top + HEIGHT + 18],
  })
}

/** The chart in words, without the days on which there was no work. */
const describeBars = (title: string, labels: readonly string[], values: readonly number[]) =>
  `${title}: ${labels.flatMap((label, index) => (values[index]! > 0 ? [`${label} ${writeDuration(values[index]!)}`] : [])).join(', ')}`

interface Bars {
  values: readonly number[]
  labels: readonly string[]
  language: Language
}

function drawBars(canvas: PdfCanvas, top: number, { values, labels, language }: Bars) {
  const tick = tickInterval(Math.max(...values))
  const scale = HEIGHT / (Math.ceil(Math.max(...values) / tick) * tick)
  const hours = new Intl.NumberFormat(toLocale(language), { maximumFractionDigits: 2 })
  for (let value = 0; value * scale <= HEIGHT + 1; value += tick) {
    const y = top + HEIGHT - value * scale
    canvas.line(LEFT + AXIS_WIDTH, y, CONTENT_WIDTH - AXIS_WIDTH)
    const label = `${hours.format(value / HOUR_MS)} ${TRANSLATIONS[language].hourUnit}`
    canvas.writeRight(label, LEFT + AXIS_WIDTH - 6, y + 3, LABEL_STYLE)
  }
  const width = (CONTENT_WIDTH - AXIS_WIDTH) / values.length
  const labelInterval = Math.ceil(34 / width)
  for (const [index, value] of values.entries()) {
    const x = LEFT + AXIS_WIDTH + index * width
    canvas.doc.rect(x + width * 0.15, top + HEIGHT - value * scale, width * 0.7, value * scale).fill(ACCENT_COLOR)
    if (index % labelInterval !== 0) continue
    const label = labels[index]!
    canvas.write(label, x + (width - canvas.widthOf(label, LABEL_STYLE)) / 2, top + HEIGHT + 13, LABEL_STYLE)
  }
}

const LABEL_STYLE = { size: 8.5, color: MUTED_COLOR }

/** The distance of grid lines, so that there are two to five. */
function tickInterval(max: number) {
  const hours = [0.25, 0.5, 1, 2, 4, 8, 12, 24, 48, 96, 192, 384, 768, 1_536, 3_072]
  return (hours.find((tick) => max / (tick * HOUR_MS) <= 5) ?? 6_144) * HOUR_MS
}

function formatLabel(date: string, step: Step, language: Language) {
  const format = step === 'month' ? ({ month: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(toLocale(language), { timeZone: 'UTC', ...format }).format(Date.parse(date))
}
