import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  SkipForward,
  SlidersHorizontal,
  Square,
} from 'lucide-react'
import type { TimerPreset } from '#contract/timer-presets.ts'
import { byName } from '#core/text/by-name.ts'
import { showOutcome } from '#web/features/dashboard/messages/outcome-messages.ts'
import { useSyncSettings } from '#web/features/dashboard/settings/settings-sync.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { type Timer, useTimer, useTimerActions, useTimerService } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
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
  const status = useTimer(({ view }) => view.status)
  const canSkip = useTimer(({ view }) => view.status !== 'idle' && !view.isInfinite)
  const isActive = status !== 'idle'
  const main = MAIN[status]
  const keys = [
    { keys: ' ', ...main, isOffered: true },
    { keys: 'n', label: 'dashboard.skip', icon: <SkipForward {...ICON} />, isOffered: canSkip },
    { keys: 's', label: 'dashboard.stop', icon: <Square {...ICON} />, isOffered: isActive },
    { keys: 'r', label: 'dashboard.reset', icon: <RotateCcw {...ICON} />, isOffered: isActive },
    { keys: 'm', label: 'keyboard.does.miniTimer', icon: <PictureInPicture2 {...ICON} />, isOffered: true },
    { keys: 'f', label: 'keyboard.does.fullScreen', icon: <Maximize {...ICON} />, isOffered: true },
  ] as const

  return keys.flatMap(({ keys, label, icon, isOffered }) => {
    const run = findShortcutAction(keys) ?? (keys === ' ' && !isActive ? start : undefined)
    if (!isOffered || run === undefined) return []
    return { id: `timer ${keys}`, group: 'timer', label: t(label), icon, keys, run }
  })
}

/** Starts the timer on a page other than the dashboard. */
function useStart() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const timerActions = useTimerActions()
  return () =>
    void timerActions.start().then((outcome) => {
      if (outcome.ok || outcome.code !== 'project-required') return showOutcome(outcome)
      toast.show(t('dashboard.projectRequired'))
      void navigate({ to: '/' })
    })
}

/** Starts the timer on an active project, or switches the active run to it. */
export function useProjectCommands(): Command[] {
  const { t } = useTranslation()
  const timer = useTimerService()
  const { data: projects = [] } = useQuery(projectList.query)
  const isActive = useTimer(({ view }) => view.status !== 'idle')
  const present = useTimer(({ selection }) => selection.projectId)
  const labelKey = isActive ? 'keyboard.palette.changeTo' : 'keyboard.palette.startOn'
  return projects
    .filter(({ id, status }) => status === 'active' && !(isActive && id === present))
    .toSorted(byName)
    .map(({ id, name, color }) => ({
      id: `project ${id}`,
      group: 'projects',
      label: t(labelKey, { name }),
      icon: <ColorDot color={color} className="mx-1" />,
      run: () => void workOn(timer, id),
    }))
}

async function workOn({ store, actions }: Timer, projectId: string) {
  const isIdle = store.getState().view.status === 'idle'
  // A new run begins, so an entry that was selected to be continued is cleared.
  await actions.selectEntry(null)
  const chosen = await actions.select({ projectId })
  showOutcome(chosen.ok && isIdle ? await actions.start() : chosen)
}

export function usePresetCommands(): Command[] {
  const { t } = useTranslation()
  const { setConfig } = useTimerActions()
  const syncSettings = useSyncSettings()
  const { data: presets = [] } = useQuery(presetList.query)

  async function choosePreset({ id, workDuration, breakDuration, repetitions }: TimerPreset) {
    const settings = { workDuration, breakDuration, repetitions }
    const outcome = await setConfig({ ...settings, selectedPresetId: id })
    if (outcome.ok) syncSettings(settings)
    showOutcome(outcome)
  }

  return presets.toSorted(byName).map((preset) => ({
    id: `preset ${preset.id}`,
    group: 'presets',
    label: t('keyboard.palette.preset', { name: preset.name }),
    hint: `${preset.workDuration} / ${preset.breakDuration} × ${preset.repetitions}`,
    icon: <SlidersHorizontal {...ICON} />,
    run: () => void choosePreset(preset),
  }))
}
