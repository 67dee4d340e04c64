import { useQuery } from '@tanstack/react-query'
import { findMatchingPreset } from '#core/default-selection.ts'
import { presetList } from '#web/features/timer-presets/queries.ts'
import { useTimer } from '#web/features/timer/queries.ts'

/** All presets, and the one with the timer's settings, if any. */
export function useSelectedPreset() {
  const { data: presets = [] } = useQuery(presetList.query)
  const selection = useTimer(({ selection }) => selection)
  return { presets, preset: findMatchingPreset(presets, selection, selection.selectedPresetId) }
}
