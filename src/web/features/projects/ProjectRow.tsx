import { Archive, ArchiveRestore } from 'lucide-react'
import type { Activity } from '#contract/activity.ts'
import type { Project } from '#contract/projects.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ActivityFigures, ListRow, RowFact } from '#web/resources/list/ListRow.tsx'
import { RowMenu } from '#web/resources/list/RowMenu.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'
import { useSetStatus } from './useSetStatus.ts'

interface ProjectRowProps {
  project: Project
  client: string | undefined
  activity: Activity | undefined
  isActivityKnown: boolean
  onDelete: (project: Project) => void
}

export function ProjectRow({ project, client, activity, isActivityKnown, onDelete }: ProjectRowProps) {
  const { t } = useTranslation()
  const setStatus = useSetStatus()
  const { id, name, color, openTasks } = project
  const isArchived = project.status === 'archived'
  const link = { name, id, to: '/projects/$id' } as const

  return (
    <ListRow
      {...link}
      color={color}
      badge={isArchived && <Tag>{t('projects.list.archivedOne')}</Tag>}
      facts={
        <>
          <RowFact>
            <span className={client === undefined ? 'text-ink-3' : undefined}>
              {client ?? t('projects.list.noClient')}
            </span>
          </RowFact>
          <RowFact className="flex-none @3xl:w-32">
            {openTasks > 0 && t('projects.list.openTasks', { count: openTasks })}
          </RowFact>
        </>
      }
      figures={<ActivityFigures activity={activity} isKnown={isActivityKnown} />}
      menu={
        <RowMenu
          {...link}
          onDelete={() => onDelete(project)}
          more={[
            {
              label: t(isArchived ? 'projects.list.activate' : 'projects.list.archive'),
              Icon: isArchived ? ArchiveRestore : Archive,
              onAction: () => setStatus(project, isArchived ? 'active' : 'archived'),
            },
          ]}
        />
      }
    />
  )
}
