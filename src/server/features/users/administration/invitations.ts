import type { Selectable } from 'kysely'
import type { Invitation } from '#contract/administration/administration.ts'
import { DAY_MS } from '#core/time/units.ts'
import type { Db } from '#server/db/connect.ts'
import type { Schema } from '#server/db/schema.ts'
import { newId, toIsoTime } from '#server/db/values.ts'
import { assertFound } from '#server/errors.ts'
import { createSecret, hashOf } from '#server/features/users/one-time-tokens.ts'
import { type Actor, recordAction } from './audit-log.ts'

/** An invitation that admits nobody any more is listed for so long. */
const LISTED_AFTER_END_MS = 30 * DAY_MS

interface Draft {
  note: string
  days: number
  uses: number
}

/**
 * Makes an invitation, in a transaction. Only its link, which is returned once, contains the secret: after the `#`, which
 * browsers send to no server, so that no log has it.
 */
export async function createInvitation(db: Db, actor: Actor, draft: Draft, { now, publicUrl }: LinkOptions) {
  const secret = createSecret()
  const row = await db
    .insertInto('invitations')
    .values({
      id: newId(now),
      hash: hashOf(secret),
      note: draft.note,
      created_by: actor === 'command-line' ? null : actor.id,
      max_uses: draft.uses,
      uses: 0,
      created_at: now,
      expires_at: now + draft.days * DAY_MS,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const subject = { id: row.id, label: row.note }
  const details = { days: draft.days, uses: draft.uses }
  await recordAction(db, { actor, action: 'invitation-made', subject, details }, now)
  return { invitation: toJson(row), link: `${publicUrl}/register#invitation=${secret}` }
}

interface LinkOptions {
  now: number
  publicUrl: string
}

export async function listInvitations(db: Db): Promise<Invitation[]> {
  return (await db.selectFrom('invitations').selectAll().orderBy('id', 'desc').limit(200).execute()).map(toJson)
}

/** Deletes an invitation, in a transaction. */
export async function revokeInvitation(db: Db, actor: Actor, id: string, now: number) {
  const row = assertFound(
    await db.deleteFrom('invitations').where('id', '=', id).returning(['id', 'note']).executeTakeFirst(),
    'invitationNotFound',
  )
  await recordAction(db, { actor, action: 'invitation-revoked', subject: { id: row.id, label: row.note } }, now)
}

export async function deleteOldInvitations(db: Db, now: number) {
  await db
    .deleteFrom('invitations')
    .where('expires_at', '<=', now - LISTED_AFTER_END_MS)
    .execute()
}

const toJson = (row: Selectable<Schema['invitations']>): Invitation => ({
  id: row.id,
  note: row.note,
  uses: row.uses,
  maxUses: row.max_uses,
  createdAt: toIsoTime(row.created_at),
  expiresAt: toIsoTime(row.expires_at),
})
