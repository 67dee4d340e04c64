import { z } from 'zod'
import { USER_QUOTAS } from '#contract/administration/administration.ts'
import { MINUTE_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import { parseJson } from '#server/parse-json.ts'

/** Other servers change quotas too, so that what is known of them is used for a short time only. */
const MAX_AGE_MS = MINUTE_MS
const MAX_KNOWN_USERS = 10_000

const OwnQuotas = z.partialRecord(z.enum(USER_QUOTAS), z.number())
type OwnQuotas = z.infer<typeof OwnQuotas>

/** The quotas in the column `users.quotas`. */
export const ownQuotasOf = (column: string | null): OwnQuotas =>
  column === null ? {} : (OwnQuotas.safeParse(parseJson(column)).data ?? {})

/** Finds the quotas that an administrator has set for single users; in a transaction, by its `db`. */
export function createOwnQuotas(db: Db, now: () => number) {
  const known = new Map<string, { quotas: OwnQuotas; readAt: number }>()

  return {
    async find(userId: string, within: Db = db): Promise<OwnQuotas> {
      const present = known.get(userId)
      if (present !== undefined && now() - present.readAt < MAX_AGE_MS) return present.quotas
      const row = await within.selectFrom('users').select('quotas').where('id', '=', userId).executeTakeFirst()
      const quotas = ownQuotasOf(row?.quotas ?? null)
      known.delete(userId)
      known.set(userId, { quotas, readAt: now() })
      if (known.size > MAX_KNOWN_USERS) known.delete(known.keys().next().value!)
      return quotas
    },
    forget: (userId: string) => void known.delete(userId),
  }
}
