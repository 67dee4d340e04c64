import { useNavigate } from '@tanstack/react-router'
import type { TimerPreset } from '#contract/timer-presets.ts'
import type { TimerState } from '#core/timer/state.ts'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { type Settings, useSyncSettings } from '#web/features/dashboard/settings/settings-sync.ts'
import { configOf, type Timer, useTimer, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { RowPlayButton } from '#web/ui/list/RowPlayButton.tsx'
import { switchTo } from './switch-to.ts'

type Plan = Parameters<Timer['actions']['switchTo']>[0]
/** The timer's status if it is active on the row of a button, otherwise idle. */
type RowStatus = TimerState['status']

const START_OR_PAUSE = {
  idle: { action: 'play', label: 'dashboard.play.start' },
  running: { action: 'pause', label: 'dashboard.play.pause' },
  paused: { action: 'play', label: 'dashboard.play.resume' },
} as const

interface WorkButtonProps {
  name: string
  projectId: string
  /** Without a task, the button is about the whole project. */
  taskId?: string
}

/** Starts a focus session on a project or task, switches to it, or pauses it. */
export function PlayWorkButton({ name, projectId, taskId }: WorkButtonProps) {
  const status = useTimer(({ view: { status, subject } }): RowStatus => {
    const isThis = taskId === undefined ? subject?.projectId === projectId : subject?.taskId === taskId
    return isThis ? status : 'idle'
  })
  const subject = { projectId, taskId: taskId ?? null, notes: '', tags: [] }
  return <PlayButton name={name} status={status} plan={{ subject }} />
}

/** Starts a run with the lengths of a preset on the selected project, or pauses it. */
export function PlayPresetButton({ preset }: { preset: TimerPreset }) {
  const { id, name, workDuration, breakDuration, repetitions, longBreak = null } = preset
  const status = useTimer(({ view, selection }): RowStatus =>
    selection.selectedPresetId === id && !view.isInfinite ? view.status : 'idle',
  )
  const syncSettings = useSyncSettings()
  const settings = { workDuration, breakDuration, repetitions, longBreak }
  return (
    <PlayButton
      name={name}
      status={status}
      plan={{ config: configOf(settings), presetId: id }}
      settings={settings}
      syncSettings={syncSettings}
    />
  )
}

function PlayButton({
  name,
  status,
  plan,
  settings,
  syncSettings,
}: {
  name: string
  status: RowStatus
  plan: Plan
  /** The lengths of the plan, which become those of the account. */
  settings?: Settings
  syncSettings?: (settings: Settings) => void
}) {
  const { t } = useTranslation()
  const timer = useTimerService()
  const { actions } = timer
  const navigate = useNavigate()
  const { action, label } = START_OR_PAUSE[status]

  async function start() {
    const { workDuration, breakDuration, repetitions, longBreak } = timer.store.getState().selection
    const former = { workDuration, breakDuration, repetitions, longBreak }
    const outcome = await switchTo(timer, plan, () => syncSettings?.(former))
    if (outcome.ok) return settings && syncSettings?.(settings)
    if (outcome.code !== 'project-required') return
    toast.show(t('dashboard.projectRequired'))
    void navigate({ to: '/' })
  }

  const pauseOrResume = () => (status === 'running' ? actions.pause() : actions.resume())
  return (
    <RowPlayButton
      label={t(label, { name })}
      action={action}
      isActive={status !== 'idle'}
      onClick={() => void (status === 'idle' ? start() : pauseOrResume().then((outcome) => showOutcome(outcome)))}
    />
  )
}
