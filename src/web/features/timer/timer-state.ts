import { readStored, writeStored } from '#web/storage.ts'

/** What the timer is set to, as it is kept on the device. Durations are minutes. */
interface TimerState {
  projectId?: string
  selectedPresetId?: string
  workDuration: number
  breakDuration: number
  repetitions: number
}

const DEFAULTS: TimerState = { workDuration: 25, breakDuration: 5, repetitions: 4 }

export function readTimerState(): TimerState {
  try {
    return { ...DEFAULTS, ...(JSON.parse(readStored('timer-state') ?? '{}') as Partial<TimerState>) }
  } catch {
    // Damaged by hand or by another program: as good as none.
    return DEFAULTS
  }
}

export function updateTimerState(change: Partial<TimerState>) {
  writeStored('timer-state', JSON.stringify({ ...readTimerState(), ...change }))
}
