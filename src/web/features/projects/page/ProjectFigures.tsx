import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Project } from '#contract/projects.ts'
import { useActivity } from '#web/features/activity/queries.ts'
import { contentsQuery } from '#web/features/projects/contents.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Duration } from '#web/ui/display/Duration.tsx'
import styles from './project-page.module.css'

/** Time of this week, this month and in all, and the open tasks. */
export function ProjectFigures({ project: { id, openTasks } }: { project: Project }) {
  const { t } = useTranslation()
  const activity = useActivity('project')(id)
  const { data: contents } = useQuery(contentsQuery(id))
  return (
    <dl
      aria-label={t('projectPage.figures')}
      className={`${styles['strip']} overflow-hidden rounded-panel border border-line bg-line`}
    >
      <Figure label={t('projectPage.week')}>{time(activity?.weeks.at(-1))}</Figure>
      <Figure label={t('list.month')}>{time(activity?.month)}</Figure>
      <Figure label={t('projectPage.all')}>{time(contents?.milliseconds)}</Figure>
      <Figure label={t('projectPage.openTasks')}>{openTasks}</Figure>
    </dl>
  )
}

/** A dash until the number is loaded. */
const time = (milliseconds: number | undefined) =>
  milliseconds === undefined ? '–' : <Duration milliseconds={milliseconds} />

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 bg-surface px-5 py-4 max-sm:px-4">
      <dt className="text-caption font-medium text-ink-2">{label}</dt>
      <dd className="text-figure tabular-nums max-sm:text-title">{children}</dd>
    </div>
  )
}
