import * as z from 'zod/mini'
import { Credentials } from '#contract/users.ts'

export const CurrentPassword = z.pick(Credentials, { password: true })
/** For accounts that were created with a provider, which have none. */
export const NoPassword = z.object({ password: z.literal('') })
