import { Link, useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Activity } from '#contract/activity.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Sparkline } from '#web/ui/charts/Sparkline.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { useRowTabIndex } from '#web/ui/list/row-context.ts'
import type { ListItem } from './list-entries.ts'
import { PendingSyncIcon } from './PendingSyncIcon.tsx'
import { type FullyLoadedResource, RESOURCE_PAGES } from './resource-pages.ts'
import { RowMenu } from './RowMenu.tsx'
import type { RowAction } from './RowMenuPanel.tsx'

interface ListRowProps {
  resource: FullyLoadedResource
  item: ListItem
  color?: string
  /** Status beside the name. */
  badge?: ReactNode
  /** `RowFact`s and controls. */
  facts?: ReactNode
  /** In a row of two lines, the facts take the whole second one. */
  hasWideFacts?: true
  /** Numbers at the right. */
  figures: ReactNode
  /** Starts the timer on the item. */
  play?: ReactNode
  /** Opens the form; by default it is the page of the item. */
  onEdit?: () => void
  onDelete: () => void
  /** Items of the menu between Edit and Delete. */
  moreActions?: readonly RowAction[]
}

/** One line where there is room, otherwise two. The whole row is a link, except for its controls. */
export function ListRow({ resource, item: { id, name }, color, badge, facts, figures, ...props }: ListRowProps) {
  const navigate = useNavigate()
  const link = { to: `${RESOURCE_PAGES[resource].path}/$id`, params: { id } } as const
  return (
    <div data-wide={props.hasWideFacts} className={LINE}>
      {color !== undefined && <ColorDot color={color} className="row-start-1" />}
      <div
        className={clsx(
          'col-end-3 row-start-1 flex min-w-0 items-center gap-2.5 @3xl:flex-1',
          color === undefined ? 'col-start-1' : 'col-start-2',
        )}
      >
        <Link {...link} data-cursor="" tabIndex={useRowTabIndex()} className={LINK}>
          {name}
        </Link>
        {badge}
        <PendingSyncIcon id={id} />
      </div>
      {props.play !== undefined && (
        <div className={clsx(ACTION, '@max-3xl:right-9.5 on-touch:@max-3xl:right-11')}>{props.play}</div>
      )}
      {facts !== undefined && (
        <div
          className={clsx(
            'col-start-2 col-end-4 row-start-2 flex min-w-0 items-center gap-x-3.5 group-data-wide/row:col-start-1 max-sm:gap-x-2.5 @3xl:contents',
            props.play === undefined ? 'mr-6 on-touch:mr-9' : 'mr-15 on-touch:mr-20',
          )}
        >
          {facts}
        </div>
      )}
      {figures}
      <div
        className={
          facts !== undefined
            ? clsx(ACTION, 'right-1 on-touch:right-px')
            : 'relative z-1 col-start-4 flex-none @max-3xl:-mr-3.75'
        }
      >
        <RowMenu
          name={name}
          onEdit={props.onEdit ?? (() => void navigate(link))}
          onDelete={props.onDelete}
          more={props.moreActions}
        />
      </div>
    </div>
  )
}

const LINE =
  'group/row relative grid h-full grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3.5 gap-y-0.75 pr-4 pl-5 transition-colors hover:bg-hover/50 has-[a:focus-visible]:bg-hover/50 max-sm:gap-x-2.5 max-sm:pl-4 @3xl:flex @3xl:pr-3'
/** A button. Of two lines, it is at the end of the second. */
const ACTION = 'z-1 flex-none @max-3xl:absolute @max-3xl:bottom-1.25 on-touch:@max-3xl:bottom-0 @3xl:relative'

const LINK =
  'scroll-mt-32 scroll-mb-24 truncate text-secondary font-strong outline-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-(--focus)'

/** A column of secondary text. */
export function RowFact({ children, className }: { children: ReactNode; className: string }) {
  return (
    <span
      className={`min-w-0 truncate text-caption text-ink-2 tabular-nums @max-3xl:empty:hidden @3xl:flex-none ${className}`}
    >
      {children}
    </span>
  )
}

/** Time tracked in the last weeks, where rows are one line, and in this month; empty while loading. */
export function ActivityFigures({ activity }: { activity: Activity | undefined }) {
  const { t, language } = useTranslation()
  const total = activity?.weeks.reduce((sum, week) => sum + week, 0) ?? 0
  const label = t('list.weeks', { time: formatDuration(total, language) })
  return (
    <>
      <div className={`@max-3xl:hidden ${WEEKS}`}>
        {activity && <Sparkline label={label} values={activity.weeks} />}
      </div>
      <div
        className={`col-start-3 row-start-1 text-right text-secondary ${MONTH} ${activity?.month ? 'font-strong' : 'text-ink-3'}`}
      >
        <span className="sr-only">{t('list.month')} </span>
        {activity && <Duration milliseconds={activity.month} />}
      </div>
    </>
  )
}

const WEEKS = 'flex-none @3xl:w-22'
const MONTH = 'flex-none @3xl:w-22'

/** A column between name and figures: its heading, and the classes of its cells. */
export interface FactColumn {
  heading: string
  className: string
}

/** Column headings where rows are one line. Screen readers get the same texts in every row instead. */
export function ColumnHeadings({ facts = [] }: { facts: readonly FactColumn[] | undefined }) {
  const { t } = useTranslation()
  return (
    <div
      aria-hidden="true"
      className="hidden h-9 items-center gap-x-3.5 border-b border-line pr-3 pl-5 text-minimum font-medium text-ink-3 @3xl:flex"
    >
      <span className="flex-1">{t('list.name')}</span>
      {facts.map(({ heading, className }) => (
        <span key={heading} className={`flex-none truncate ${className}`}>
          {heading}
        </span>
      ))}
      <span className={`${WEEKS} whitespace-nowrap`}>{t('list.lastWeeks')}</span>
      <span className={`${MONTH} text-right`}>{t('list.month')}</span>
      <span className="w-7.5 flex-none on-touch:w-11" />
    </div>
  )
}
