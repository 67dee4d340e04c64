import type { WeekReview } from '#contract/goals/review.ts'
import { type Theme, toMarkColor } from '#core/color.ts'
import { saveFile } from '#web/api/save-download.ts'
import type { Translate } from '#web/i18n/i18n.ts'
import { formatDate } from '#web/ui/display/format-date.ts'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { bestHoursText, goalTexts, leadText, startText } from './review-text.ts'
import type { ReviewNames } from './useReviewNames.ts'

interface ImageTexts {
  title: string
  today: string
  theme: Theme
  names: ReviewNames
  translation: { t: Translate; language: string }
}

const [WIDTH, MARGIN] = [1080, 72]
const [DAYS_HEIGHT, ROW_HEIGHT, MAX_PROJECTS] = [300, 64, 6]
const HEADER_HEIGHT = 360
/** Pictures are sharp on screens with two pixels for each of CSS. */
const SCALE = 2

/** Draws the review with the page's fonts and colours, and saves it as a PNG. */
export async function saveReviewImage(review: WeekReview, texts: ImageTexts) {
  const rows = Math.min(review.projects.length, MAX_PROJECTS)
  const height = HEADER_HEIGHT + DAYS_HEIGHT + 110 + rows * ROW_HEIGHT + 130
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH * SCALE, height: height * SCALE })
  const pen = createPen(canvas)
  pen.fill('--canvas', [0, 0, WIDTH, height])
  drawHeader(pen, review, texts)
  drawDays(pen, review, texts)
  drawProjects(pen, review, texts)
  pen.text('Ritmo', { x: MARGIN, y: height - 56, size: 26, weight: 620, color: '--ink-3' })
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (file === null) throw new Error('The browser could not make a picture of this size')
  saveFile(file, `ritmo-${review.from}.png`)
}

interface TextStyle {
  x: number
  y: number
  size: number
  weight?: number
  color?: string
  align?: 'left' | 'center' | 'right'
  maxWidth?: number
}

type Box = [x: number, y: number, width: number, height: number]

/** Draws with the colours of the theme, which are named, or with those of projects. */
function createPen(canvas: HTMLCanvasElement) {
  const context = canvas.getContext('2d')!
  const theme = getComputedStyle(document.documentElement)
  const family = getComputedStyle(document.body).fontFamily
  const colorOf = (color: string) => (color.startsWith('--') ? theme.getPropertyValue(color) : color)
  context.scale(SCALE, SCALE)
  const setFont = (size: number, weight: number) => (context.font = `${weight} ${size}px ${family}`)
  return {
    fill(color: string, [x, y, width, height]: Box, radius = 0) {
      context.fillStyle = colorOf(color)
      context.beginPath()
      context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2))
      context.fill()
    },
    text(text: string, { x, y, size, weight = 450, color = '--ink', align = 'left', maxWidth }: TextStyle) {
      setFont(size, weight)
      context.fillStyle = colorOf(color)
      context.textAlign = align
      const shown = maxWidth === undefined ? text : shorten(context, text, maxWidth)
      // A halo keeps texts readable on lines.
      Object.assign(context, { strokeStyle: colorOf('--canvas'), lineWidth: 8, lineJoin: 'round' })
      context.strokeText(shown, x, y)
      context.fillText(shown, x, y)
    },
    /** Breaks a text into lines between words. */
    lines(text: string, width: number, size: number, weight = 450) {
      setFont(size, weight)
      const lines: string[] = ['']
      for (const word of text.split(' ')) {
        const longer = `${lines.at(-1)} ${word}`.trim()
        if (context.measureText(longer).width <= width) lines[lines.length - 1] = longer
        else lines.push(word)
      }
      return lines
    },
  }
}

type Pen = ReturnType<typeof createPen>

function shorten(context: CanvasRenderingContext2D, text: string, width: number) {
  if (context.measureText(text).width <= width) return text
  let end = text.length
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > width) end--
  return `${text.slice(0, end)}…`
}

function drawHeader(pen: Pen, review: WeekReview, { title, today, names, translation }: ImageTexts) {
  const { language } = translation
  pen.text(title, { x: MARGIN, y: 104, size: 30, weight: 580, color: '--ink-2' })
  pen.text(formatDuration(review.milliseconds, language), { x: MARGIN, y: 186, size: 76, weight: 380 })
  const { longest } = review
  const goal = joinGoal(goalTexts(review, today, translation))
  const notes = [
    leadText(review, today, translation),
    ...(goal === undefined ? [] : [`${translation.t('reports.review.goal')}: ${goal}.`]),
    longest === null
      ? ''
      : `${translation.t('reports.figure.longest')}: ${formatDuration(longest.milliseconds, language)}, ` +
        `${names.projectOf(longest.project).name}, ${startText(longest.start, translation)}.`,
    bestHoursText(review.hours, translation) ?? '',
  ]
  const lines = notes.flatMap((note) => pen.lines(note, WIDTH - 2 * MARGIN, 24)).slice(0, 5)
  for (const [index, line] of lines.entries())
    pen.text(line, { x: MARGIN, y: 234 + index * 32, size: 24, color: '--ink-2' })
}

/** "4 of 5 days, 24 h 10 m of 30 h in the week". */
const joinGoal = (goal: ReturnType<typeof goalTexts>) =>
  goal && [goal.value, goal.note].filter((text) => text !== '' && text !== '–').join(', ')

/** A stacked bar for each day, with the goal as a line. */
function drawDays(pen: Pen, { days, projects }: WeekReview, { names, theme, translation: { language } }: ImageTexts) {
  // The same order in each bar, as on the page.
  const rankOf = new Map(projects.map(({ project }, index) => [project, index]))
  const floor = HEADER_HEIGHT + DAYS_HEIGHT
  const goalOf = ({ target }: WeekReview['days'][number]) => (target?.minutes ?? 0) * 60_000
  const highest = Math.max(1, ...days.flatMap((day) => [day.milliseconds, goalOf(day)]))
  const column = (WIDTH - 2 * MARGIN) / days.length
  const heightOf = (milliseconds: number) => ((DAYS_HEIGHT - 110) * milliseconds) / highest
  for (const [index, day] of days.entries()) {
    const left = MARGIN + index * column
    const center = left + column / 2
    let top = floor
    for (const { project, milliseconds } of day.projects.toSorted(
      (a, b) => rankOf.get(a.project)! - rankOf.get(b.project)!,
    )) {
      top -= heightOf(milliseconds)
      pen.fill(
        toMarkColor(names.projectOf(project).color, theme),
        [left + column * 0.2, top, column * 0.6, heightOf(milliseconds) - 2],
        4,
      )
    }
    if (goalOf(day) > 0) pen.fill('--accent', [left, floor - heightOf(goalOf(day)), column, 2])
    const time = day.milliseconds > 0 ? formatDuration(day.milliseconds, language) : ''
    pen.text(time, { x: center, y: floor - heightOf(day.milliseconds) - 12, size: 20, weight: 580, align: 'center' })
    const name = formatDate(day.day, language, { weekday: 'short' })
    pen.text(name, { x: center, y: floor + 34, size: 22, color: '--ink-2', align: 'center' })
  }
  pen.fill('--line-strong', [MARGIN, floor, WIDTH - 2 * MARGIN, 1])
}

function drawProjects(pen: Pen, review: WeekReview, { names, theme, translation: { language } }: ImageTexts) {
  const top = HEADER_HEIGHT + DAYS_HEIGHT + 110
  for (const [index, { project, milliseconds }] of review.projects.slice(0, MAX_PROJECTS).entries()) {
    const { name, color } = names.projectOf(project)
    const y = top + index * ROW_HEIGHT
    const width = WIDTH - 2 * MARGIN
    pen.text(name, { x: MARGIN, y, size: 24, weight: 580, maxWidth: width - 200 })
    pen.text(formatDuration(milliseconds, language), { x: WIDTH - MARGIN, y, size: 24, align: 'right' })
    pen.fill('--heat-0', [MARGIN, y + 12, width, 10], 5)
    pen.fill(toMarkColor(color, theme), [MARGIN, y + 12, (width * milliseconds) / review.milliseconds, 10], 5)
  }
}
