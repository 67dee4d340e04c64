import type { Settings } from './rest.ts'

export interface TimerState extends Settings {
  status: 'idle' | 'running' | 'paused'
  mode: 'work' | 'break'
  elapsed: number
  currentRepetition: number
  projectId: string | null
  taskId: string | null
  notes: string
  tags: string[]
  workStartTime: Date | null
  infiniteMode: boolean
  infiniteElapsedTime: number
  selectedEntryId: string | null
  selectedPresetId: string | null
}

/** A message of the server; `workStartTime` and `timestamp` are numbers or text. */
export type TimerMessage = Partial<Omit<TimerState, 'workStartTime'>> & {
  workStartTime?: number | string | null
  timestamp?: number | string
  shouldSave?: boolean
}

export const INITIAL_STATE: TimerState = {
  status: 'idle',
  mode: 'work',
  elapsed: 0,
  workDuration: 25,
  breakDuration: 5,
  repetitions: 4,
  currentRepetition: 1,
  projectId: null,
  taskId: null,
  notes: '',
  tags: [],
  workStartTime: null,
  infiniteMode: false,
  infiniteElapsedTime: 0,
  selectedEntryId: null,
  selectedPresetId: null,
}

/** The state after a stop: the subject and the settings stay. */
export const STOPPED: Partial<TimerState> = {
  status: 'idle',
  mode: 'work',
  elapsed: 0,
  currentRepetition: 1,
  workStartTime: null,
  infiniteMode: false,
  infiniteElapsedTime: 0,
  selectedEntryId: null,
}

/** The phase after the present one, or undefined if all are over. */
export function findNextPhase(state: TimerState, at: Date): Partial<TimerState> | undefined {
  if (state.mode === 'work' && state.breakDuration > 0) return { mode: 'break', elapsed: 0, workStartTime: null }
  if (state.currentRepetition >= state.repetitions) return undefined
  return { mode: 'work', elapsed: 0, currentRepetition: state.currentRepetition + 1, workStartTime: at }
}

export const isPhaseOver = ({ infiniteMode, mode, elapsed, workDuration, breakDuration }: TimerState) =>
  !infiniteMode && elapsed >= (mode === 'work' ? workDuration : breakDuration) * 60

/** The fields of the state that a message carries. Null empties a field that may be empty. */
export function readMessage({ workStartTime, ...message }: TimerMessage): Partial<TimerState> {
  const isKnown = ([name, value]: [string, unknown]) =>
    Object.entries(INITIAL_STATE).some(
      ([known, initial]) => known === name && value !== undefined && (value !== null || initial === null),
    )
  return {
    ...(Object.fromEntries(Object.entries(message).filter(isKnown)) as Partial<TimerState>),
    ...(workStartTime === null && { workStartTime }),
    ...((typeof workStartTime === 'string' || typeof workStartTime === 'number') && {
      workStartTime: new Date(readTime(workStartTime)),
    }),
  }
}

/** A time of a message in milliseconds: a number, numeric text or ISO text. */
export const readTime = (time: number | string) =>
  typeof time === 'number' || !/^\d+$/.test(time) ? new Date(time).getTime() : Number(time)
