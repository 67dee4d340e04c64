import clsx from 'clsx'
import { type ReactNode, Suspense } from 'react'
import type { Overview } from '#contract/overview.ts'
import { toMarkColor } from '#core/color.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { useTheme } from '#web/ui/theme/theme.ts'
import { useProjectDisplay } from './useProjectDisplay.ts'

const MAX_NAMED_PROJECTS = 5

type GoalProgress = Overview['goals'][number]['week']

/** Most users have no goals. */
const GoalLine = lazyComponent(() => import('./GoalLine.tsx').then((module) => ({ default: module.GoalLine })))

/** This week by project: a proportional bar and the durations. */
export function WeekShares({ week, goal }: { week: Overview['week']; goal: GoalProgress | undefined }) {
  const { t } = useTranslation()
  const displayOf = useProjectDisplay()
  const shares = week.projects.map(({ project, milliseconds }) => ({ project, milliseconds, ...displayOf(project) }))
  const rest = shares.slice(MAX_NAMED_PROJECTS)

  return (
    <div className="border-t border-line px-5 py-3.5">
      <h3 className="flex justify-between gap-4 text-heading">
        {t('overview.week')}
        {week.milliseconds > 0 && <Duration milliseconds={week.milliseconds} />}
      </h3>
      {goal?.target && (
        <div className="mt-1">
          <Suspense>
            <GoalLine target={goal.target} done={goal} />
          </Suspense>
        </div>
      )}
      {shares.length === 0 ? (
        <p className="mt-1.5 text-caption text-ink-2">{t('overview.noWeek')}</p>
      ) : (
        <>
          <Bar shares={shares} />
          <ul aria-label={t('overview.weekByProject')} className="grid gap-1.5 text-secondary">
            {shares.slice(0, MAX_NAMED_PROJECTS).map(({ project, milliseconds, name, color }) => (
              <Share key={project} icon={<ColorDot color={color} />} name={name} milliseconds={milliseconds} />
            ))}
            {rest.length > 0 && (
              <Share
                icon={<ColorDot color={undefined} />}
                name={t('overview.moreProjects', { count: rest.length })}
                milliseconds={rest.reduce((sum, share) => sum + share.milliseconds, 0)}
              />
            )}
          </ul>
        </>
      )}
    </div>
  )
}

function Bar({ shares }: { shares: readonly { project: string; color: string; milliseconds: number }[] }) {
  const { theme } = useTheme()
  return (
    <div aria-hidden="true" className="mt-2.5 mb-3 flex h-2.5 gap-0.5 overflow-hidden rounded-[3px]">
      {shares.map(({ project, color, milliseconds }, index) => (
        <span
          key={project}
          style={{
            flexGrow: milliseconds,
            backgroundColor: index < MAX_NAMED_PROJECTS ? toMarkColor(color, theme) : undefined,
          }}
          className={clsx(
            'min-w-0.75 rounded-[2px]',
            index >= MAX_NAMED_PROJECTS && 'inset-ring inset-ring-line-strong',
          )}
        />
      ))}
    </div>
  )
}

const Share = ({ icon, name, milliseconds }: { icon: ReactNode; name: string; milliseconds: number }) => (
  <li className="flex min-w-0 items-center gap-2.5">
    {icon}
    <span className="min-w-0 flex-1 truncate">{name}</span>
    <Duration milliseconds={milliseconds} />
  </li>
)
