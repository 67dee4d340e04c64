import { useQuery } from '@tanstack/react-query'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { useTimer } from '#web/features/timer/queries.ts'

/** All presets, and the selected one or else the first with the same settings. */
export function useSelectedPreset() {
  const { data: presets = [] } = useQuery(presetList.query)
  const { selectedPresetId, workDuration, breakDuration, repetitions } = useTimer(({ selection }) => selection)
  const isSame = (preset: (typeof presets)[number]) =>
    preset.workDuration === workDuration && preset.breakDuration === breakDuration && preset.repetitions === repetitions
  return { presets, preset: presets.find(({ id }) => id === selectedPresetId) ?? presets.find(isSame) }
}
