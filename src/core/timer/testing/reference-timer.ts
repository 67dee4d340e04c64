import { entryIdOf, focusSessionKey } from '#core/timer/focus-sessions.ts'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { type Segment, subtractSegments } from '#core/time/segments.ts'
import { advance, type EndedPhase, startRun, type TimerEvent, transition } from '#core/timer/transition.ts'

/** What one timer without any network would be, told everything in its order. */
export class ReferenceTimer {
  /** The last that was started. */
  runId = ''
  #state: TimerState = IDLE
  #ended: EndedPhase[] = []
  #startedAt = new Map<string, number>()

  apply(event: TimerEvent) {
    if (event.type !== 'start') return this.#take(transition(this.#state, event))
    this.#take({ ok: true, ...advance(this.#state, event.at) })
    // An infinite timer that is paused: to start anew is to stop it.
    const { status, runId, phase } = this.#state
    if (status !== 'idle')
      this.#take(transition(this.#state, { type: 'stop', save: true, at: event.at, runId: runId!, phase }))
    this.#startedAt.set(event.runId, event.at)
    this.runId = event.runId
    this.#state = startRun(event)
  }

  #take(outcome: ReturnType<typeof transition>) {
    if (!outcome.ok) throw new Error(`the truth refused something: ${outcome.code}`)
    this.#state = outcome.state
    this.#ended.push(...outcome.ended)
  }

  stateAt = (now: number) => advance(this.#state, now).state

  /** Each session, the latest first. Its entry belongs to the last that went on with it, as does time that nobody worked. */
  sessionsAt(now: number) {
    const ended = [...this.#ended, ...advance(this.#state, now).ended].toReversed()
    const saved = ended.filter(({ isSaved }) => isSaved)
    const taken = saved.flatMap((phase) => this.#worked(phase))
    return ended.map((phase) => {
      const about = { key: focusSessionKey(phase), subject: phase.subject }
      const onEntry = saved.filter((other) => entryOf(other) === entryOf(phase))
      if (!phase.isSaved) return { ...about, status: 'discarded', segments: phase.segments }
      if (onEntry[0] !== phase) return { ...about, status: 'merged', segments: [] }
      const between = subtractSegments(phase.segments, taken)
      taken.push(...between)
      const worked = onEntry.flatMap((other) => this.#worked(other))
      return { ...about, status: 'saved', segments: [...between, ...worked].toSorted(([a], [b]) => a - b) }
    })
  }

  #worked = ({ runId, segments }: EndedPhase): Segment[] =>
    segments.filter(([from]) => from >= this.#startedAt.get(runId)!)
}

const entryOf = (phase: EndedPhase) => phase.entryId ?? entryIdOf(phase)
