import type { TimerState } from '#core/timer/state.ts'
import { type readTimer, useTimer } from '#web/features/timer/queries.ts'

type Running = 'work' | 'break' | 'stopwatch' | 'entry'

/** What the stage shows. `continue`: an entry is chosen to go on with; `waiting`: work that nobody was there to begin. */
export type Scene = 'ready' | 'continue' | 'waiting' | Running | `${Running}Paused`

interface Circumstances {
  isHeld: boolean
  hasEntry: boolean
}

export function sceneOf({ status, mode, isInfinite, entryId }: TimerState, { isHeld, hasEntry }: Circumstances): Scene {
  if (status === 'idle') return hasEntry ? 'continue' : 'ready'
  const running = isInfinite ? (entryId === null ? 'stopwatch' : 'entry') : mode
  if (status === 'running') return running
  return isHeld ? 'waiting' : `${running}Paused`
}

/** Counts up, without an end. */
export const isEndless = (scene: Scene) => ENDLESS.has(scene)

const ENDLESS: ReadonlySet<Scene> = new Set(['continue', 'stopwatch', 'stopwatchPaused', 'entry', 'entryPaused'])

export type Timer = Pick<ReturnType<typeof readTimer>, 'view' | 'now' | 'ledger' | 'selection'>

export function sceneAt({ view, ledger, selection }: Pick<Timer, 'view' | 'ledger' | 'selection'>) {
  const isHeld = (ledger.runs.at(-1)?.heldAt ?? null) !== null
  return sceneOf(view, { isHeld, hasEntry: selection.selectedEntry !== null })
}

export const useScene = () => useTimer(sceneAt)
