import { entryIdOf, focusSessionKey } from '#core/timer/focus-sessions.ts'
import { IDLE, type TimerState } from '#core/timer/state.ts'
import { type Segment, subtractSegments } from '#core/time/segments.ts'
import { advance, type EndedPhase, startRun, type TimerEvent, transition } from '#core/timer/transition.ts'

/** A single timer that gets every event at once and in order. The merged history must give the same result. */
export class ReferenceTimer {
  /** The latest run. */
  runId = ''
  #state: TimerState = IDLE
  #ended: EndedPhase[] = []
  #startedAt = new Map<string, number>()
  /** As it was before the last stop or skip. */
  #beforeEnd: { runId: string; state: TimerState; ended: EndedPhase[] } | undefined

  apply(event: TimerEvent) {
    if (event.type === 'undo') return this.#undoEnd()
    if (event.type === 'stop' || event.type === 'skip')
      this.#beforeEnd = { runId: this.runId, state: this.#state, ended: [...this.#ended] }
    if (event.type !== 'start') return this.#accept(transition(this.#state, event))
    this.#accept({ ok: true, ...advance(this.#state, event.at) })
    // A start while a stopwatch is paused stops it.
    const { status, runId, phase } = this.#state
    if (status !== 'idle')
      this.#accept(transition(this.#state, { type: 'stop', save: true, at: event.at, runId: runId!, phase }))
    this.#startedAt.set(event.runId, event.at)
    this.runId = event.runId
    this.#state = startRun(event)
  }

  #undoEnd() {
    if (this.#beforeEnd === undefined) throw new Error('the reference timer has nothing to undo')
    this.runId = this.#beforeEnd.runId
    this.#state = this.#beforeEnd.state
    this.#ended = this.#beforeEnd.ended
  }

  #accept(outcome: ReturnType<typeof transition>) {
    if (!outcome.ok) throw new Error(`the reference timer refused an event: ${outcome.code}`)
    this.#state = outcome.state
    this.#ended.push(...outcome.ended)
  }

  stateAt = (now: number) => advance(this.#state, now).state

  /** The focus sessions, the latest first. The latest one of an entry has the time that no other focus session counts. */
  focusSessionsAt(now: number) {
    const ended = [...this.#ended, ...advance(this.#state, now).ended].toReversed()
    const saved = ended.filter(({ isSaved }) => isSaved)
    const counted = saved.flatMap((phase) => this.#worked(phase))
    return ended.map((phase) => {
      const focusSession = { key: focusSessionKey(phase), subject: phase.subject }
      const onEntry = saved.filter((other) => entryOf(other) === entryOf(phase))
      if (!phase.isSaved) return { ...focusSession, status: 'discarded', segments: phase.segments }
      if (onEntry[0] !== phase) return { ...focusSession, status: 'merged', segments: [] }
      const gaps = subtractSegments(phase.segments, counted)
      counted.push(...gaps)
      const worked = onEntry.flatMap((other) => this.#worked(other))
      return { ...focusSession, status: 'saved', segments: [...gaps, ...worked].toSorted(([a], [b]) => a - b) }
    })
  }

  #worked = ({ runId, segments }: EndedPhase): Segment[] =>
    segments.filter(([from]) => from >= this.#startedAt.get(runId)!)
}

const entryOf = (phase: EndedPhase) => phase.entryId ?? entryIdOf(phase)
