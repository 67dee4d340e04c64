import type { TimerReply } from '#contract/timer.ts'
import type { Command } from '#core/timer/command.ts'
import { createActions } from './actions.ts'
import { createClock } from './clock.ts'
import type { RefusedPress } from './drain.ts'
import { createFlusher } from './flush.ts'
import { learn } from './kept.ts'
import { openOutbox } from './outbox.ts'
import { createTimerStore } from './store.ts'

export type Page = Awaited<ReturnType<typeof openPage>>

/** One tab of a device, with a project selected. It sends what it is told to send, by the function it is given. */
export async function openPage(userId: string, send: (commands: readonly Command[]) => Promise<TimerReply>) {
  const clock = createClock()
  const outbox = openOutbox(userId)
  const store = createTimerStore(clock)
  const refusals: RefusedPress[] = []
  const load = async () => store.show(await outbox.read(), outbox.isDurable())
  const heard = () => undefined
  const actions = createActions({ store, clock, outbox: () => outbox, heard, onAppend: () => undefined })
  const { flush, stop } = createFlusher({
    outbox,
    send,
    clockOffset: clock.offset,
    isAllowed: () => true,
    onKept: (kept) => store.show(kept, outbox.isDurable()),
    onRefused: (refused) => refusals.push(refused),
  })
  await load()
  await actions.select({ projectId: 'focus' })

  return {
    clock,
    store,
    actions,
    outbox,
    refusals,
    load,
    flush,
    stop,
    view: () => store.getState().view,
    hear: async (snapshot: TimerReply['snapshot']) => {
      await outbox.change((kept) => [learn(kept, snapshot, 0), undefined])
      await load()
    },
  }
}
