import { useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Pin, PinOff } from 'lucide-react'
import { PlayWorkButton } from '#web/features/dashboard/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import type { RowProps } from '#web/resources/list/ListPage.tsx'
import { ActivityFigures, ListRow, RowFact } from '#web/resources/list/ListRow.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'
import type { ProjectWithClient } from './client-names.ts'
import { useSetPinned } from './useSetPinned.ts'
import { useSetStatus } from './useSetStatus.ts'

export function ProjectRow({ item: project, activity, onDelete }: RowProps<ProjectWithClient>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const setStatus = useSetStatus()
  const togglePin = useSetPinned()
  const { color, openTasks, clientName, isPinned } = project
  const isArchived = project.status === 'archived'

  return (
    <ListRow
      resource="projects"
      item={project}
      color={color}
      badge={
        <>
          {isPinned && (
            <Pin size={14} role="img" aria-label={t('projects.list.pinned')} className="flex-none text-ink-3" />
          )}
          {isArchived && <Tag>{t('projects.list.archivedOne')}</Tag>}
        </>
      }
      facts={
        <>
          <RowFact className={CLIENT_COLUMN}>
            {clientName ?? <span className="text-ink-3">{t('projects.list.noClient')}</span>}
          </RowFact>
          <RowFact className={TASKS_COLUMN}>
            {openTasks > 0 && t('projects.list.openTasks', { count: openTasks })}
          </RowFact>
        </>
      }
      play={!isArchived && <PlayWorkButton name={project.name} projectId={project.id} />}
      figures={<ActivityFigures activity={activity} />}
      onEdit={() => void navigate({ to: '/projects/$id/settings', params: { id: project.id } })}
      onDelete={onDelete}
      moreActions={[
        {
          label: t(isPinned ? 'projects.list.unpin' : 'projects.list.pin'),
          Icon: isPinned ? PinOff : Pin,
          onAction: () => togglePin(project),
        },
        {
          label: t(isArchived ? 'projects.list.activate' : 'projects.list.archive'),
          Icon: isArchived ? ArchiveRestore : Archive,
          onAction: () => setStatus(project, isArchived ? 'active' : 'archived'),
        },
      ]}
    />
  )
}

export const CLIENT_COLUMN = '@3xl:w-44'
export const TASKS_COLUMN = 'flex-none @3xl:w-32'
