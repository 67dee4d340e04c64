import { onActiveRun } from '#client/timer-actions.ts'
import type { Context } from '#cli/context.ts'
import { toStatusJson, writePhase } from '#cli/output/status.ts'

export async function run({ account: open, given, terminal, text }: Context) {
  const account = await open()
  const { after } = await account.act(onActiveRun({ type: 'skip', save: true }))
  if (given.has('json')) terminal.print(JSON.stringify(toStatusJson(after, await account.catalogue()), null, 2))
  else terminal.print(text('timer.skipped', { phase: writePhase(after.state, text) }))
}
