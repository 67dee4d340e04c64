import type { Context } from './context.ts'
import { CliError } from './errors.ts'
import { accountFiles, countUnsent } from './storage/account-files.ts'
import type { Login } from './storage/login.ts'

/** Removes the files of a login. What waits to be sent is lost only if the user wants that. */
export async function rejectUnsent({ environment, newId, given }: Context, login: Login) {
  const files = accountFiles(environment, login, newId)
  const count = countUnsent(await files.readOutbox())
  if (count > 0 && !given.has('force')) throw new CliError('error.unsent', { count })
  await files.remove()
}
