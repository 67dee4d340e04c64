import type { Context } from '#cli/context.ts'
import { rejectUnsent } from '#cli/reject-unsent.ts'
import { findStoredLogin, forgetLogin } from '#cli/storage/login.ts'

export async function run(context: Context) {
  const { environment, terminal, text } = context
  const stored = await findStoredLogin(environment).catch(() => undefined)
  if (stored !== undefined) await rejectUnsent(context, stored)
  const wasStored = await forgetLogin(environment)
  terminal.print(text(wasStored ? 'logout.done' : 'logout.none'))
}
