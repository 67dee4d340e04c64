import type { LongBreak } from '#contract/timer-presets.ts'
import { INITIAL_SETTINGS } from '#core/initial-data.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Subject, TimerConfig, TimerState } from '#core/timer/state.ts'
import { readStoredObject } from '#web/storage.ts'

/** A time entry to continue. */
export interface SelectedEntry {
  id: string
  startedAt: number
  endedAt: number | null
}

/** The subject and lengths with which the timer starts on this device. Durations are in minutes. */
export interface Selection {
  projectId: string | null
  taskId: string | null
  notes: string
  tags: readonly string[]
  selectedEntry: SelectedEntry | null
  selectedPresetId: string | null
  workDuration: number
  breakDuration: number
  repetitions: number
  /** Null: all breaks are alike. */
  longBreak: LongBreak | null
}

export const EMPTY_SELECTION: Selection = {
  projectId: null,
  taskId: null,
  notes: '',
  tags: [],
  selectedEntry: null,
  selectedPresetId: null,
  ...INITIAL_SETTINGS,
  longBreak: null,
}

/** The lengths of a run, in minutes. */
type Lengths = Pick<Selection, 'workDuration' | 'breakDuration' | 'repetitions' | 'longBreak'>

export const configOf = ({ workDuration, breakDuration, repetitions, longBreak }: Lengths): TimerConfig => ({
  workMs: workDuration * MINUTE_MS,
  breakMs: breakDuration * MINUTE_MS,
  repetitions,
  longBreak: longBreak && { ms: longBreak.duration * MINUTE_MS, every: longBreak.every },
})

const toMinutes = ({ workMs, breakMs, repetitions, longBreak = null }: TimerConfig): Lengths => ({
  workDuration: workMs / MINUTE_MS,
  breakDuration: breakMs / MINUTE_MS,
  repetitions,
  longBreak: longBreak && { duration: longBreak.ms / MINUTE_MS, every: longBreak.every },
})

export function subjectOf({ projectId, taskId, notes, tags }: Selection): Subject | undefined {
  return projectId === null ? undefined : { projectId, taskId, notes, tags }
}

/** Copies subject and lengths of an active run, whichever device started it, into the selection. */
export function adoptRun(selection: Selection, { status, subject, config, isInfinite }: TimerState): Selection {
  if (status === 'idle' || subject === null) return selection
  const { projectId, taskId, notes, tags } = subject
  // The lengths of a stopwatch were not chosen by its user.
  const lengths = isInfinite ? {} : adoptLengths(selection, config)
  const adopted = { ...selection, projectId, taskId, notes, tags, ...lengths, selectedEntry: null }
  return isSameJson(adopted, selection) ? selection : adopted
}

/** Note and tags are about the work of one run, so the next run does not begin with them. */
export const withoutDetails = (selection: Selection): Selection =>
  selection.notes === '' && selection.tags.length === 0 ? selection : { ...selection, ...NO_DETAILS }

export const NO_DETAILS = { notes: '', tags: [] } as const satisfies Partial<Selection>

function adoptLengths(selection: Selection, config: TimerConfig) {
  const minutes = toMinutes(config)
  const isSameConfig = (Object.keys(minutes) as (keyof typeof minutes)[]).every((key) =>
    isSameJson(minutes[key], selection[key]),
  )
  return { ...minutes, selectedPresetId: isSameConfig ? selection.selectedPresetId : null }
}

export const isSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Reads the stored selection. A field of the wrong type counts as missing. */
export function readSelection(): Selection & { isSyncEnabled: boolean } {
  const stored = readStoredObject('timer-state')
  const read = <Key extends keyof Selection>(key: Key): Selection[Key] => {
    const value = stored[key]
    return hasTypeOf(value, key) ? (value as Selection[Key]) : EMPTY_SELECTION[key]
  }
  return {
    projectId: read('projectId'),
    taskId: read('taskId'),
    notes: read('notes'),
    tags: read('tags'),
    // The run has note and tags. The page may have been closed before the run ended.
    ...(isActive(stored['status']) && NO_DETAILS),
    selectedEntry: read('selectedEntry'),
    selectedPresetId: read('selectedPresetId'),
    workDuration: read('workDuration'),
    breakDuration: read('breakDuration'),
    repetitions: read('repetitions'),
    longBreak: read('longBreak'),
    isSyncEnabled: stored['isSyncEnabled'] !== false,
  }
}

const isActive = (status: unknown) => status === 'running' || status === 'paused'

/** A field whose default is null holds a string, or an entry. */
function hasTypeOf(value: unknown, key: keyof Selection) {
  const usual = EMPTY_SELECTION[key]
  if (Array.isArray(usual)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (key === 'selectedEntry') return hasFields(value, 'id', 'startedAt')
  if (key === 'longBreak') return hasFields(value, 'duration', 'every')
  return typeof value === (usual === null ? 'string' : typeof usual)
}

const hasFields = (value: unknown, ...names: string[]) =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)
