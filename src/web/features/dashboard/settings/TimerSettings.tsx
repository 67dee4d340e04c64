import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog, Heading, Popover } from 'react-aria-components'
import { useSelectedPreset } from '#web/features/dashboard/state/useSelectedPreset.ts'
import { BREAK_LIMITS, REPETITION_LIMITS, WORK_LIMITS } from '#web/features/timer-presets/queries.ts'
import { useTimer, useTimerActions } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { LongBreakField } from '#web/ui/fields/LongBreakField.tsx'
import { RangeField } from '#web/ui/fields/RangeField.tsx'
import { useDebouncedCallback } from '#web/ui/hooks/useDebouncedCallback.ts'
import { Select } from '#web/ui/options/Select.tsx'
import type { PanelState } from '#web/ui/overlays/useLazyPanel.ts'
import * as classes from '#web/ui/theme/classes.ts'
import { SavePreset } from './SavePreset.tsx'
import { type Settings, useSyncSettings } from './settings-sync.ts'

const APPLY_DELAY_MS = 400

/** Work, break and repetitions, set one by one or from a preset. */
export function TimerSettings(panel: PanelState) {
  const { t } = useTranslation()
  return (
    <Popover
      {...panel}
      placement="top end"
      offset={8}
      className={`${classes.popover} w-96 max-w-[calc(100vw-1.5rem)] overflow-y-auto`}
    >
      <Dialog className="grid gap-4.5 p-5 outline-none">
        <Heading slot="title" className="text-heading">
          {t('dashboard.settings')}
        </Heading>
        <TimerSettingFields />
      </Dialog>
    </Popover>
  )
}

/** The timing of the next run, which is kept with the account. */
export function TimerSettingFields() {
  const { t } = useTranslation()
  const isActive = useTimer(({ view }) => view.status !== 'idle')
  const { settings, change, presets, presetId, choosePreset, selectSaved } = useSettings()
  return (
    <div className="grid gap-4.5">
      <Select
        label={t('dashboard.preset')}
        options={presets.map(({ id, name, ...preset }) => ({ id, label: name, hint: describeSettings(preset) }))}
        value={presetId}
        placeholder={t('dashboard.ownSettings')}
        onChange={choosePreset}
      />
      <RangeField
        label={t('dashboard.work')}
        value={settings.workDuration}
        onChange={(workDuration) => change({ workDuration })}
        {...WORK_LIMITS}
        unit="minute"
      />
      <RangeField
        label={t('dashboard.break')}
        value={settings.breakDuration}
        onChange={(breakDuration) => change({ breakDuration })}
        {...BREAK_LIMITS}
        unit="minute"
      />
      <RangeField
        label={t('dashboard.repetitions')}
        value={settings.repetitions}
        onChange={(repetitions) => change({ repetitions })}
        {...REPETITION_LIMITS}
      />
      <LongBreakField value={settings.longBreak} onChange={(longBreak) => change({ longBreak })} />
      {presetId === undefined && <SavePreset settings={settings} onSaved={selectSaved} />}
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-caption text-ink-3">
        {isActive && <span>{t('dashboard.nextPhase')}</span>}
        <Link to="/timer-presets" className="ml-auto font-medium text-accent-ink hover:underline">
          {t('dashboard.managePresets')}
        </Link>
      </p>
    </div>
  )
}

const describeSettings = ({ workDuration, breakDuration, repetitions }: Omit<Settings, 'longBreak'>) =>
  `${workDuration} / ${breakDuration} × ${repetitions}`

/** Changes show at once and are applied after a pause. */
function useSettings() {
  const { presets, preset } = useSelectedPreset()
  const selection = useTimer(({ selection }) => selection)
  const applySettings = useApplySettings()
  const [changing, setChanging] = useState<Settings>()
  const applied: Settings = {
    workDuration: selection.workDuration,
    breakDuration: selection.breakDuration,
    repetitions: selection.repetitions,
    longBreak: selection.longBreak,
  }
  const settings = changing ?? applied
  const apply = useDebouncedCallback((next: Settings) => {
    void applySettings(next).finally(() => setChanging((now) => (now === next ? undefined : now)))
  }, APPLY_DELAY_MS)

  return {
    settings,
    presets,
    presetId: changing ? undefined : preset?.id,
    /** An emptied field is NaN and ignored. */
    change: (part: Partial<Settings>) => {
      if ([part, part.longBreak ?? {}].some((fields) => Object.values(fields).some(Number.isNaN))) return
      const next = { ...settings, ...part }
      setChanging(next)
      apply.schedule(next)
    },
    /** The new preset may not be in the list yet. */
    selectSaved: (id: string) => {
      apply.flush()
      void applySettings(settings, id)
    },
    choosePreset: (id: string) => {
      const preset = presets.find((preset) => preset.id === id)
      if (preset === undefined) return
      const { workDuration, breakDuration, repetitions, longBreak = null } = preset
      void applySettings({ workDuration, breakDuration, repetitions, longBreak }, id)
    },
  }
}

function useApplySettings() {
  const { setConfig } = useTimerActions()
  const syncSettings = useSyncSettings()
  return async (settings: Settings, selectedPresetId: string | null = null) => {
    const { ok } = await setConfig({ ...settings, selectedPresetId })
    if (ok) syncSettings(settings)
  }
}
