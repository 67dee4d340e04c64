import type { Command } from '#core/timer/command.ts'
import { isQueueUnread, type Mutation, readQueue } from '#web/api/offline/mutation-queue.ts'
import type { DeviceTimerState } from './device-state.ts'

type TimerQueue = Pick<DeviceTimerState, 'snapshot' | 'pending'>

/** Whether the timer continues a time entry that a queued mutation changes. */
function isContinuedByTimer(patch: Mutation['optimisticPatch'], { snapshot, pending }: TimerQueue) {
  const events = [snapshot?.run?.log[0].event, ...pending.map(({ event }) => event)]
  return events.some((event) => event?.type === 'start' && event.continues && event.continues.entryId in patch)
}

/** The command that a mutation must follow, if both are about the same time entry. */
export const lastCommandOn = (patch: Mutation['optimisticPatch'], timer: TimerQueue) =>
  isContinuedByTimer(patch, timer) ? timer.pending.at(-1)?.id : undefined

/**
 * The pending commands that need no queued mutation to be sent first. The server must have a new project before work on
 * it, and a change to an entry before that entry is continued. Commands that such a mutation itself waits for are ready:
 * otherwise the two outboxes would wait for each other for ever.
 */
export function commandsReadyToSend(timer: TimerQueue): readonly Command[] {
  if (isQueueUnread()) return []
  const { pending } = timer
  const mutations = readQueue()
  const first = mutations.findIndex(({ isNew, optimisticPatch }) => isNew || isContinuedByTimer(optimisticPatch, timer))
  if (first === -1) return pending
  const required = mutations
    .slice(0, first + 1)
    .map(({ afterCommand }) => pending.findIndex(({ id }) => id === afterCommand))
  return pending.slice(0, Math.max(...required) + 1)
}
