import { createInterface } from 'node:readline/promises'
import { onActiveRun } from '#client/timer-actions.ts'
import type { Account } from '#cli/account.ts'
import type { Context } from '#cli/context.ts'
import { CliError, EXIT } from '#cli/errors.ts'
import { writeSubject } from '#cli/output/subject.ts'
import { actOnTimer, writeElapsed } from '#cli/timer-command.ts'

export async function run(context: Context) {
  const account = await context.account()
  if (!context.given.has('discard'))
    return actOnTimer(context, account, { choose: onActiveRun({ type: 'stop', save: true }), done: 'timer.stopped' })
  if (!(await confirmDiscard(context, account))) return
  const choose = onActiveRun({ type: 'stop', save: false })
  await actOnTimer(context, account, { choose, done: 'timer.discarded' })
}

/** Discarded time cannot be brought back. */
async function confirmDiscard({ given, terminal, text, signal }: Context, account: Account) {
  if (given.has('yes')) return true
  if (!terminal.isInteractive) throw new CliError('error.confirmNeeded', {}, EXIT.usage)
  const view = await account.timer()
  if (view.state.status === 'idle') throw new CliError('refused.not-active')
  const subject = writeSubject(await account.catalogue(), view.state.subject)
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await reader.question(text('timer.confirmDiscard', { time: writeElapsed(view), subject }), {
      signal,
    })
    return new RegExp(`^(${text('timer.yes')})$`, 'i').test(answer.trim())
  } finally {
    reader.close()
  }
}
