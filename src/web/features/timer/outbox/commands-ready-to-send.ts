import type { Command } from '#core/timer/command.ts'
import { type Mutation, isQueueUnread, readQueue } from '#web/api/offline/mutation-queue.ts'
import type { DeviceTimerState } from './device-state.ts'

type TimerQueue = Pick<DeviceTimerState, 'snapshot' | 'pending'>

/** Whether the timer goes on with a time entry that a change is about. */
function isContinuedByTimer(shows: Mutation['optimisticPatch'], { snapshot, pending }: TimerQueue) {
  const events = [snapshot?.run?.log[0].event, ...pending.map(({ event }) => event)]
  return events.some((event) => event?.type === 'start' && event.continues && event.continues.entryId in shows)
}

/** The press after which a change belongs, if what both are about depends on their order. */
export const lastCommandOn = (shows: Mutation['optimisticPatch'], known: TimerQueue) =>
  isContinuedByTimer(shows, known) ? known.pending.at(-1)?.id : undefined

/**
 * What may be sent now. The server must know of a project before it hears of work on it, and of what was done to an
 * entry before that was continued. What the changes up to there wait for themselves may go: else both would wait for ever.
 */
export function commandsReadyToSend(known: TimerQueue): readonly Command[] {
  if (isQueueUnread()) return []
  const { pending } = known
  const waiting = readQueue()
  const first = waiting.findIndex(({ isNew, optimisticPatch: shows }) => isNew || isContinuedByTimer(shows, known))
  if (first === -1) return pending
  const places = waiting
    .slice(0, first + 1)
    .map(({ afterCommand: after }) => pending.findIndex(({ id }) => id === after))
  return pending.slice(0, Math.max(...places) + 1)
}
