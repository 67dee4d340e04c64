import { useQuery } from '@tanstack/react-query'
import { Pin, PinOff, Play } from 'lucide-react'
import type { Project } from '#contract/projects.ts'
import { clientList } from '#web/features/clients/queries.ts'
import { switchTo } from '#web/features/dashboard/queries.ts'
import { useSetPinned } from '#web/features/projects/useSetPinned.ts'
import { useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'

export function ProjectHeader({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { data: clients } = useQuery(clientList.query)
  const togglePin = useSetPinned()
  const { name, color, status, isPinned } = project
  const client = clients?.find(({ id }) => id === project.client)
  return (
    <header className="flex flex-wrap items-center gap-3">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="flex min-w-0 items-center gap-3 text-title">
          <ColorDot color={color} className="size-3.5" />
          <span className="truncate">{name}</span>
        </h1>
        {client !== undefined && <span className="truncate text-secondary text-ink-2">{client.name}</span>}
        {status === 'archived' && <Tag>{t('projects.list.archivedOne')}</Tag>}
      </div>
      <IconButton
        variant="secondary"
        label={t(isPinned ? 'projects.list.unpin' : 'projects.list.pin')}
        icon={isPinned ? <PinOff {...ICON} /> : <Pin {...ICON} />}
        onClick={() => togglePin(project)}
      />
      {status === 'active' && <StartButton projectId={project.id} />}
    </header>
  )
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Starts the timer on the project, or switches to it. */
function StartButton({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const timer = useTimerService()
  const isRunning = useTimer(({ view }) => view.status !== 'idle' && view.subject?.projectId === projectId)
  const subject = { projectId, taskId: null, notes: '', tags: [] }
  return (
    <Button
      variant="primary"
      icon={<Play {...ICON} />}
      disabled={isRunning}
      onClick={() => void switchTo(timer, { subject })}
    >
      {t(isRunning ? 'projectPage.running' : 'dashboard.start')}
    </Button>
  )
}
