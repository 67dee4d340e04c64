import { entryIdOf, focusSessionKey } from '#core/timer/focus-sessions.ts'
import { deadlineOf, IDLE, type TimerState } from '#core/timer/state.ts'
import { type Segment, subtractSegments, totalOf } from '#core/time/segments.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import { advance, type EndedPhase, startRun, type TimerEvent, transition } from '#core/timer/transition.ts'

/** A single timer that gets every event at once and in order. The merged history must give the same result. */
export class ReferenceTimer {
  /** The latest run. */
  runId = ''
  #state: TimerState = IDLE
  #ended: EndedPhase[] = []
  #startedAt = new Map<string, number>()
  /** When the work before each work phase ended. */
  #workedBefore = new Map<string, number>()
  /** As it was before each stop or skip. */
  #beforeEnds: { runId: string; state: TimerState; ended: EndedPhase[] }[] = []

  apply(event: TimerEvent) {
    if (event.type === 'undo') return this.#undoEnd(event.runId)
    this.#advance(event.at)
    if (event.type === 'extend' && this.#goOn(event)) return
    if (event.type === 'stop' || event.type === 'skip')
      this.#beforeEnds.push({ runId: this.runId, state: this.#state, ended: [...this.#ended] })
    if (event.type !== 'start') return this.#accept(transition(this.#state, event))
    // A start while a stopwatch is paused stops it.
    const { status, runId, phase } = this.#state
    if (status !== 'idle')
      this.#accept(transition(this.#state, { type: 'stop', save: true, at: event.at, runId: runId!, phase }))
    this.#startedAt.set(event.runId, event.at)
    this.runId = event.runId
    this.#setState(startRun(event))
  }

  #undoEnd(runId: string) {
    const index = this.#beforeEnds.findLastIndex((end) => end.runId === runId)
    const before = this.#beforeEnds[index]
    if (before === undefined) throw new Error('the reference timer has nothing to undo')
    this.#beforeEnds.length = index
    this.runId = runId
    this.#state = before.state
    this.#ended = before.ended
  }

  /** Takes back the end of a work phase that is over. Returns false if it is not. */
  #goOn({ at, runId, phase, byMs }: Extract<TimerEvent, { type: 'extend' }>) {
    const last = this.#ended.at(-1)
    if (last?.runId !== runId || last.phase !== phase) return false
    this.#ended.pop()
    const endedAt = last.segments.at(-1)![1]
    const isPaused = at - endedAt > 2 * MINUTE_MS
    const worked = totalOf(last.segments)
    this.#state = {
      ...this.#state,
      status: 'running',
      mode: 'work',
      runId,
      phase,
      repetition: last.repetition,
      phaseMs: byMs === null ? null : worked + byMs,
      plannedMs: last.plannedMs,
      segments: isPaused ? last.segments : last.segments.slice(0, -1),
      runningSince: isPaused ? at : last.segments.at(-1)![0],
      workedUntil: this.#workedBefore.get(focusSessionKey(last))!,
      isComplete: false,
      lastAt: at,
    }
    return true
  }

  /** Ends one phase after the other, to see each. */
  #advance(to: number) {
    for (let due = deadlineOf(this.#state); due !== null && due <= to; due = deadlineOf(this.#state))
      this.#accept({ ok: true, ...advance(this.#state, due) })
  }

  #accept(outcome: ReturnType<typeof transition>) {
    if (!outcome.ok) throw new Error(`the reference timer refused an event: ${outcome.code}`)
    this.#setState(outcome.state)
    this.#ended.push(...outcome.ended)
  }

  #setState(state: TimerState) {
    this.#state = state
    const { runId, phase, mode, workedUntil } = state
    if (runId !== null && mode === 'work') this.#workedBefore.set(focusSessionKey({ runId, phase }), workedUntil)
  }

  stateAt = (now: number) => advance(this.#state, now).state

  /** The focus sessions, the latest first. The latest one of an entry has the time of all of them. */
  focusSessionsAt(now: number) {
    const ended = [...this.#ended, ...advance(this.#state, now).ended].toReversed()
    const saved = ended.filter(({ isSaved }) => isSaved)
    const inherited = this.#shareInheritedTime(saved)
    return ended.map((phase) => {
      const focusSession = { key: focusSessionKey(phase), subject: phase.subject }
      const onEntry = saved.filter((other) => entryOf(other) === entryOf(phase))
      if (!phase.isSaved) return { ...focusSession, status: 'discarded', segments: phase.segments }
      if (onEntry[0] !== phase) return { ...focusSession, status: 'merged', segments: [] }
      const worked = onEntry.flatMap((other) => this.#worked(other))
      const segments = [...inherited.get(entryOf(phase))!, ...worked].toSorted(([a], [b]) => a - b)
      return { ...focusSession, status: 'saved', segments }
    })
  }

  /**
   * The time before its runs that each entry has: what no focus session has counted. Entries that were continued come
   * first, the latest before the others; then those whose start was corrected, the earliest before the others.
   */
  #shareInheritedTime(saved: readonly EndedPhase[]) {
    const counted = saved.flatMap((phase) => this.#worked(phase))
    const ids = [...new Set(saved.map(entryOf))]
    const isContinued = (id: string) => saved.some(({ entryId }) => entryId === id)
    const ordered = [...ids.filter(isContinued), ...ids.filter((id) => !isContinued(id)).toReversed()]
    return new Map(
      ordered.map((id) => {
        const free = saved.flatMap((phase) => {
          const gaps = entryOf(phase) === id ? subtractSegments(phase.segments, counted) : []
          counted.push(...gaps)
          return gaps
        })
        return [id, free] as const
      }),
    )
  }

  #worked = ({ runId, segments }: EndedPhase): Segment[] =>
    subtractSegments(segments, [[0, this.#startedAt.get(runId)!]])
}

const entryOf = (phase: EndedPhase) => phase.entryId ?? entryIdOf(phase)
