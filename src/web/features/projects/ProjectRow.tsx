import { Archive, ArchiveRestore } from 'lucide-react'
import type { Project } from '#contract/projects.ts'
import { PlayWorkButton } from '#web/features/dashboard/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { RowProps } from '#web/resources/list/ListPage.tsx'
import { ActivityFigures, ListRow, RowFact } from '#web/resources/list/ListRow.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'
import { useSetStatus } from './useSetStatus.ts'

type ProjectWithClient = Project & { clientName: string | undefined }

export function ProjectRow({ item: project, activity, onDelete }: RowProps<ProjectWithClient>) {
  const { t } = useTranslation()
  const setStatus = useSetStatus()
  const { color, openTasks, clientName } = project
  const isArchived = project.status === 'archived'

  return (
    <ListRow
      resource="projects"
      item={project}
      color={color}
      badge={isArchived && <Tag>{t('projects.list.archivedOne')}</Tag>}
      facts={
        <>
          <RowFact>{clientName ?? <span className="text-ink-3">{t('projects.list.noClient')}</span>}</RowFact>
          <RowFact className="flex-none @3xl:w-32">
            {openTasks > 0 && t('projects.list.openTasks', { count: openTasks })}
          </RowFact>
        </>
      }
      play={!isArchived && <PlayWorkButton name={project.name} projectId={project.id} />}
      figures={<ActivityFigures activity={activity} />}
      onDelete={onDelete}
      moreActions={[
        {
          label: t(isArchived ? 'projects.list.activate' : 'projects.list.archive'),
          Icon: isArchived ? ArchiveRestore : Archive,
          onAction: () => setStatus(project, isArchived ? 'active' : 'archived'),
        },
      ]}
    />
  )
}
