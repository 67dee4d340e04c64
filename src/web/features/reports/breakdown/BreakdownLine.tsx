import clsx from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Summary } from '#contract/reports.ts'
import { toMarkColor } from '#core/color.ts'
import { formatPercent } from '#web/features/reports/charts/shares.ts'
import type { GroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { GetGroupLabel } from '#web/features/reports/labels/group-label.ts'
import type { Dimension } from '#web/features/reports/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { distributeTicks } from '#web/ui/charts/ring-ticks.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { useTheme } from '#web/ui/theme/theme.ts'
import type { BreakdownPath } from './breakdown-path.ts'

/** Properties shared by all lines of a breakdown. */
export interface BreakdownView {
  levels: readonly Dimension[]
  /** Percent of the largest line: its bar has the full width. */
  maxPercent: number
  columnCount: number
  getGroupLabel: GetGroupLabel
  /** The client of a project; without it, clients are not shown. */
  clientOf: ((project: string | null) => GroupLabel['key']) | undefined
  /** Rows with the entries of a line of the last level; without it, such a line does not expand. */
  renderEntries?: ((path: BreakdownPath, columnCount: number) => ReactNode) | undefined
  isExpanded: (id: string) => boolean
  toggle: (id: string) => void
}

/** In a narrow panel the client is shown below the name of its project, and the share is hidden. */
export const CLIENT_COLUMN = 'w-40 max-w-40 truncate @max-2xl:hidden'
/** The lines below a project have no client, so their names may take its column too. */
const WIDE_NAME = 'relative @2xl:w-[calc(100%+10rem)]'
export const SHARE_COLUMN = '@max-lg:hidden'

/** Only a report by project has a column for the client. */
export const hasClientColumn = (group: Dimension | undefined, { clientOf }: Pick<BreakdownView, 'clientOf'>) =>
  group === 'project' && clientOf !== undefined

export const pathId = (path: BreakdownPath) => JSON.stringify(path.map(({ key }) => key))

type Line = Summary['lines'][number]

interface BreakdownLineProps {
  line: Omit<Line, 'lines'> & Partial<Pick<Line, 'lines'>>
  path: BreakdownPath
  percent: number
  view: BreakdownView
}

/** A line and, when it is expanded, the lines of the next level or its entries. */
export function BreakdownLine({ line, path, percent, view }: BreakdownLineProps) {
  const { lines = [] } = line
  const id = pathId(path)
  const below = view.levels[path.length]
  // The percents of the sublines add up to that of their line.
  const percents = distributeTicks(
    lines.map(({ milliseconds }) => milliseconds),
    percent,
  )
  return (
    <>
      <LineCells line={line} path={path} percent={percent} view={view} />
      {view.isExpanded(id) && below === undefined && view.renderEntries?.(path, view.columnCount)}
      {view.isExpanded(id) &&
        below !== undefined &&
        lines.map((subline, index) => (
          <BreakdownLine
            key={subline.key}
            line={subline}
            path={[...path, { dimension: below, key: subline.key }]}
            percent={percents[index]!}
            view={view}
          />
        ))}
    </>
  )
}

function LineCells({ line: { key, entries, milliseconds }, path, percent, view }: BreakdownLineProps) {
  const { language } = useTranslation()
  const isTop = path.length === 1
  return (
    <tr data-level={isTop ? undefined : 2} data-open={view.isExpanded(pathId(path)) || undefined}>
      <NameCells path={path} view={view} lineKey={key} />
      <td data-align="end">{entries}</td>
      <td className={SHARE_COLUMN}>
        <ShareBar
          width={percent / view.maxPercent}
          color={view.getGroupLabel(path[0]!.dimension, path[0]!.key).color}
          isPale={!isTop}
          text={formatPercent(percent, milliseconds, language)}
        />
      </td>
      <td data-align="end">
        <span className={clsx('text-ink', isTop && 'font-strong')}>
          <Duration milliseconds={milliseconds} />
        </span>
      </td>
    </tr>
  )
}

/** The name of a line and, in the first column of projects, its client. */
function NameCells({ path, view, lineKey }: Pick<BreakdownLineProps, 'path' | 'view'> & { lineKey: string | null }) {
  const isTop = path.length === 1
  const hasClient = hasClientColumn(view.levels[0], view)
  const client = (hasClient && isTop && view.clientOf?.(lineKey)) || null
  const clientName = isTop && view.getGroupLabel('client', client).name
  return (
    <>
      <th scope="row" className="w-full max-w-0">
        <NameButton path={path} view={view} hint={client !== null && clientName} isWide={hasClient && !isTop} />
      </th>
      {hasClient && <td className={clsx(CLIENT_COLUMN, 'text-ink-2')}>{clientName}</td>}
    </>
  )
}

interface NameButtonProps {
  path: BreakdownPath
  view: BreakdownView
  /** Shown below the name where the panel has no column for it. */
  hint: string | false
  isWide: boolean
}

function NameButton({ path, view, hint, isWide }: NameButtonProps) {
  const { dimension, key } = path.at(-1)!
  const id = pathId(path)
  const label = view.getGroupLabel(dimension, key)
  const Chevron = view.isExpanded(id) ? ChevronDown : ChevronRight
  const className = clsx(
    'flex min-h-9 w-full items-center gap-2.5 rounded-tag text-left on-touch:min-h-11',
    isWide && WIDE_NAME,
  )
  const name = (
    <>
      {path.length === 1 && <ColorDot color={label.color} />}
      <span className="grid min-w-0 py-1">
        <span title={label.name} className="truncate">
          {label.name}
        </span>
        {hint !== false && <span className="truncate text-caption font-normal text-ink-3 @2xl:hidden">{hint}</span>}
      </span>
    </>
  )
  const canExpand = view.levels.length > path.length || view.renderEntries !== undefined
  if (!canExpand) return <span className={className}>{name}</span>
  return (
    <button
      type="button"
      aria-expanded={view.isExpanded(id)}
      onClick={() => view.toggle(id)}
      className={clsx(className, 'cursor-pointer')}
    >
      <Chevron size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-ink-3 print:hidden" />
      {name}
    </button>
  )
}

const MAX_BAR_WIDTH_PX = 112

/** Its width is relative to the largest share. */
function ShareBar({ width, color, isPale, text }: { width: number; color: string; isPale: boolean; text: string }) {
  const { theme } = useTheme()
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden="true"
        style={{ width: Math.max(2, MAX_BAR_WIDTH_PX * width), backgroundColor: toMarkColor(color, theme) }}
        className={clsx('h-1.5 flex-none rounded-full', isPale && 'opacity-50')}
      />
      {text}
    </span>
  )
}
