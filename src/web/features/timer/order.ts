import type { Command } from '#core/timer/command.ts'
import { type Change, isUnread, readWaiting } from '#web/api/changes.ts'
import type { Kept } from './kept.ts'

type Known = Pick<Kept, 'snapshot' | 'pending'>

/** Whether the timer goes on with a time entry that a change is about. */
function isContinued(shows: Change['shows'], { snapshot, pending }: Known) {
  const events = [snapshot?.run?.log[0].event, ...pending.map(({ event }) => event)]
  return events.some((event) => event?.type === 'start' && event.continues && event.continues.entryId in shows)
}

/** The press after which a change belongs, if what both are about depends on their order. */
export const lastPressOn = (shows: Change['shows'], known: Known) =>
  isContinued(shows, known) ? known.pending.at(-1)?.id : undefined

/**
 * What may be sent now. The server must know of a project before it hears of work on it, and of what was done to an
 * entry before that was continued. What the changes up to there wait for themselves may go: else both would wait for ever.
 */
export function sendable(known: Known): readonly Command[] {
  if (isUnread()) return []
  const { pending } = known
  const waiting = readWaiting()
  const first = waiting.findIndex(({ isNew, shows }) => isNew || isContinued(shows, known))
  if (first === -1) return pending
  const places = waiting.slice(0, first + 1).map(({ after }) => pending.findIndex(({ id }) => id === after))
  return pending.slice(0, Math.max(...places) + 1)
}
