import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Hourglass,
  Infinity as InfinityIcon,
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  Plus,
  RotateCcw,
  SkipForward,
  SlidersHorizontal,
  Square,
} from 'lucide-react'
import type { TimerPreset } from '#contract/timer-presets.ts'
import { phaseToExtend } from '#core/timer/overtime.ts'
import { isWaiting } from '#core/timer/state.ts'
import { byName } from '#core/text/by-name.ts'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { switchTo } from '#web/features/dashboard/queries.ts'
import { useSyncSettings } from '#web/features/dashboard/settings/settings-sync.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { useTimer, useTimerActions, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { findShortcutAction } from '#web/ui/keyboard/useShortcuts.ts'
import type { Command } from './find-commands.ts'
import { ICON } from './icon.ts'

const MAIN = {
  idle: { label: 'dashboard.start', icon: <Play {...ICON} /> },
  running: { label: 'dashboard.pause', icon: <Pause {...ICON} /> },
  paused: { label: 'dashboard.resume', icon: <Play {...ICON} /> },
} as const

/** The commands run the page's shortcuts, so that the same dialogs appear. The timer can start on any page. */
export function useTimerCommands(): Command[] {
  const { t } = useTranslation()
  const start = useStart()
  const timer = useTimerService()
  const isStopwatch = useTimer(({ view }) => view.isInfinite)
  const status = useTimer(({ view }) => view.status)
  const canSkip = useTimer(({ view }) => view.status !== 'idle' && !view.isInfinite)
  const canExtend = useTimer(({ view, history, now }) => {
    const run = history.runs.at(-1)
    return run !== undefined && !isWaiting(view) && phaseToExtend(run, now) !== undefined
  })
  const isActive = status !== 'idle'
  const main = MAIN[status]
  const keys = [
    { keys: ' ', ...main, isOffered: true },
    { keys: 'n', label: 'dashboard.skip', icon: <SkipForward {...ICON} />, isOffered: canSkip },
    { keys: '+', label: 'keyboard.does.fiveMore', icon: <Plus {...ICON} />, isOffered: canExtend },
    { keys: 'u', label: 'keyboard.does.openEnd', icon: <Hourglass {...ICON} />, isOffered: canExtend },
    { keys: 's', label: 'dashboard.stop', icon: <Square {...ICON} />, isOffered: isActive },
    { keys: 'r', label: 'dashboard.reset', icon: <RotateCcw {...ICON} />, isOffered: isActive },
    { keys: 'm', label: 'keyboard.does.miniTimer', icon: <PictureInPicture2 {...ICON} />, isOffered: true },
    { keys: 'f', label: 'keyboard.does.fullScreen', icon: <Maximize {...ICON} />, isOffered: true },
  ] as const

  const commands = keys.flatMap(({ keys, label, icon, isOffered }): Command[] => {
    const run = findShortcutAction(keys) ?? (keys === ' ' && !isActive ? () => start() : undefined)
    if (!isOffered || run === undefined) return []
    return [{ id: `timer ${keys}`, group: 'timer', label: t(label), icon, keys, run }]
  })
  if (isActive && isStopwatch) return commands
  const stopwatch: Command = {
    id: 'timer stopwatch',
    group: 'timer',
    label: t(isActive ? 'keyboard.palette.switchToStopwatch' : 'keyboard.palette.stopwatch'),
    icon: <InfinityIcon {...ICON} />,
    run: () => (isActive ? void switchTo(timer, { stopwatch: true }) : start({ stopwatch: true })),
  }
  return [...commands.slice(0, 1), stopwatch, ...commands.slice(1)]
}

/** Starts the timer on any page. Without a project it leads to the dashboard, where one is chosen. */
function useStart() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const timerActions = useTimerActions()
  return (options: Parameters<typeof timerActions.start>[0] = {}) =>
    void timerActions.start(options).then((outcome) => {
      if (outcome.ok || outcome.code !== 'project-required') return showOutcome(outcome)
      toast.show(t('dashboard.projectRequired'))
      void navigate({ to: '/' })
    })
}

/** Starts the timer with a preset. An active run takes its timing. */
export function usePresetCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const start = useStart()
  const isActive = useTimer(({ view }) => view.status !== 'idle')
  const { setConfig } = useTimerActions()
  const syncSettings = useSyncSettings()
  const { data: presets = [] } = useQuery(presetList.query)

  async function choosePreset({ id, workDuration, breakDuration, repetitions, longBreak = null }: TimerPreset) {
    const settings = { workDuration, breakDuration, repetitions, longBreak }
    const outcome = await setConfig({ ...settings, selectedPresetId: id })
    if (outcome.ok) syncSettings(settings)
    if (outcome.ok && !isActive) start()
    else showOutcome(outcome)
  }

  const labelKey = isActive ? 'keyboard.palette.preset' : 'keyboard.palette.startWith'
  return presets.toSorted(byName).map((preset) => ({
    id: `preset ${preset.id}`,
    group: 'presets',
    label: t(labelKey, { name: preset.name }),
    hint: `${preset.workDuration} / ${preset.breakDuration} × ${preset.repetitions}`,
    icon: <SlidersHorizontal {...ICON} />,
    run: () => void choosePreset(preset),
    open: () => void navigate({ to: '/timer-presets/$id', params: { id: preset.id } }),
  }))
}
