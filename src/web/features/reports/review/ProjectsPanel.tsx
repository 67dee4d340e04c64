import type { WeekReview } from '#contract/goals/review.ts'
import { toMarkColor } from '#core/color.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { formatDuration } from '#web/ui/display/format-duration.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { useTheme } from '#web/ui/theme/theme.ts'
import type { ReviewNames } from './useReviewNames.ts'

const MAX_TASKS = 5

type ProjectWork = WeekReview['projects'][number]

/** What went into what: each project with its part of the week, its usual time and its tasks. */
export function ProjectsPanel({ review, names }: { review: WeekReview; names: ReviewNames }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('reports.review.projects')}>
      <ul className="px-5 pb-3">
        {review.projects.map((work) => (
          <ProjectItem key={work.project} work={work} total={review.milliseconds} names={names} />
        ))}
      </ul>
    </Panel>
  )
}

function ProjectItem({ work, total, names }: { work: ProjectWork; total: number; names: ReviewNames }) {
  const { t, language } = useTranslation()
  const { theme } = useTheme()
  const { name, color } = names.projectOf(work.project)
  const hasTasks = work.tasks.some(({ task }) => task !== null)
  return (
    <li className="grid gap-2 border-t border-line py-3.5 first:border-t-0">
      <p className="flex min-w-0 items-baseline gap-2.5">
        <ColorDot color={color} />
        <span className="min-w-0 truncate font-strong">{name}</span>
        {work.before > 0 && (
          <span className="text-caption whitespace-nowrap text-ink-3">
            {t('reports.review.usually', { value: formatDuration(work.before, language) })}
          </span>
        )}
        <span className="ml-auto">
          <Duration milliseconds={work.milliseconds} />
        </span>
      </p>
      <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-[3px] bg-heat-0">
        <span
          style={{ width: `${(100 * work.milliseconds) / total}%`, backgroundColor: toMarkColor(color, theme) }}
          className="block h-full"
        />
      </span>
      {hasTasks && (
        <ul className="grid gap-1 pl-5 text-secondary text-ink-2">
          {work.tasks.slice(0, MAX_TASKS).map(({ task, milliseconds }) => (
            <li key={task} className="flex min-w-0 justify-between gap-4">
              <span className="truncate">{names.taskOf(task)}</span>
              <Duration milliseconds={milliseconds} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
