import { timerStateAt } from '#core/timer/replay.ts'
import type { TimerState } from '#core/timer/state.ts'
import { newId } from '#web/api/new-id.ts'
import type { Clock } from './clock.ts'
import { append, type Kept } from './kept.ts'
import type { Outbox } from './outbox.ts'
import { predict, type Press, type PressRefusal, toCommand } from './prediction.ts'
import type { TimerStore } from './store.ts'

export type Outcome = { ok: true } | { ok: false; code: PressRefusal }

/** What a press means for the timer as it stands. */
type Want = (view: TimerState) => Press | PressRefusal

export interface PressOptions {
  store: TimerStore
  clock: Clock
  /** Undefined: nobody is signed in. */
  outbox: () => Outbox | undefined
  /** What the server says of the timer has come, or none is to be expected. */
  heard: () => Promise<void> | undefined
  /** Something new waits to be sent. */
  onAppend: () => void
}

interface When {
  /** When the button was pressed, if a question came after it; by the server's clock. */
  at?: number | undefined
  /** What is still on its way when the button is pressed. */
  after?: Promise<unknown> | undefined
  /** It answers what the server says. */
  isInformed?: boolean
}

/** Writes down what somebody does. Only what is on disk is shown: it cannot be lost any more. */
export function createPress({ store, clock, outbox, heard, onAppend }: PressOptions) {
  return async (want: Want, { at: pressedAt, after, isInformed = false }: When = {}): Promise<Outcome> => {
    const now = await clock.moment()
    const at = Math.min(pressedAt ?? now, now)
    const box = outbox()
    if (box === undefined) return { ok: false, code: 'not-active' }
    await Promise.all([after, isInformed || heard()])
    // Another tab may have pressed a moment ago: what holds is decided where both are written.
    const { kept, outcome } = await box.change((kept) => {
      const decided = decide(kept, want, { now, at })
      return [decided.kept, decided]
    })
    if (box !== outbox()) return outcome
    store.show(kept, box.isDurable())
    if (outcome.ok) onAppend()
    return outcome
  }
}

interface Decided {
  kept: Kept
  outcome: Outcome
}

function decide(kept: Kept, want: Want, { now, at }: { now: number; at: number }): Decided {
  const ledger = predict(kept.snapshot, kept.pending, now)
  const wanted = want(timerStateAt(ledger, at))
  if (typeof wanted === 'string') return { kept, outcome: { ok: false, code: wanted } }
  const made = toCommand(ledger, wanted, at, newId)
  return made.ok ? { kept: append(kept, made.command), outcome: { ok: true } } : { kept, outcome: made }
}
