import { Counter, Histogram, type Registry } from 'prom-client'
import { deadlineOf } from '#core/timer/state.ts'
import type { Timer } from './timer.ts'

/** Adds metrics to a timer: the delay of phase ends, and the acknowledgements of commands. */
export function measureTimer(timer: Timer, registry: Registry): Timer {
  const late = new Histogram({
    name: 'ritmo_timer_late_seconds',
    help: 'Delay between the due time of a phase and its end',
    buckets: [0.5, 1, 2, 5, 15, 60, 900],
    registers: [registry],
  })
  const commands = new Counter({
    name: 'ritmo_timer_commands_total',
    help: 'Acknowledged timer commands, by verdict',
    labelNames: ['verdict'],
    registers: [registry],
  })
  timer.onChange((update) => {
    const dueAt = deadlineOf(update.before)
    if (!('command' in update) && dueAt !== null) late.observe(Math.max(0, update.snapshot.now - dueAt) / 1_000)
  })
  return {
    ...timer,
    async applyCommands(...given) {
      const reply = await timer.applyCommands(...given)
      for (const { isAccepted, code } of reply.acks)
        commands.inc({ verdict: isAccepted ? 'accepted' : (code ?? 'refused') })
      return reply
    },
  }
}
