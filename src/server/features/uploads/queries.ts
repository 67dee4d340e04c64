import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { sql } from 'kysely'
import { type FileUpload, UPLOAD_LIFETIME_MS, UPLOAD_PART_BYTES } from '#contract/files/uploads.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteSomeRows, type DeleteStep } from '#server/db/delete-in-parts.ts'
import { transact } from '#server/db/transact.ts'
import { toIsoTime } from '#server/db/values.ts'
import { assertFound, Refusal } from '#server/errors.ts'
import { createUploadStore, type Upload } from '#server/http/uploads/upload-store.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'

const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)
/** Already the lowest level makes a table several times smaller, and so the database faster than without it. */
const COMPRESSION = { level: 1 }
/** So many parts are deleted at once: they are large, and other requests wait meanwhile. */
const MAX_PARTS_PER_DELETE = 20
/** The content is hashed in blocks of this size, each of which takes less than a millisecond. */
const BLOCK_BYTES = 64 * 1024

export interface UploadRow {
  id: string
  file_name: string
  bytes: number
  modified_at: number | null
  created_at: number
  active_at: number
}

const COLUMNS = ['id', 'file_name', 'bytes', 'modified_at', 'created_at', 'active_at'] as const

export const countParts = (bytes: number) => Math.ceil(bytes / UPLOAD_PART_BYTES)

/** The size of a part: only the last one is smaller. */
export const sizeOfPart = (bytes: number, number: number) =>
  Math.min(UPLOAD_PART_BYTES, bytes - number * UPLOAD_PART_BYTES)

/** An upload that has expired is not found, even if it was not deleted yet. */
export const findUpload = (db: Db, userId: string, id: string, now: number) =>
  selectUploads(db, userId, now).where('id', '=', id).executeTakeFirst()

const selectUploads = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('uploads')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('active_at', '>', now - UPLOAD_LIFETIME_MS)

export async function listUploadIds(db: Db, userId: string, now: number): Promise<ReadonlySet<string | null>> {
  const rows = await selectUploads(db, userId, now).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function listUploads(db: Db, userId: string, now: number): Promise<FileUpload[]> {
  const rows = await selectUploads(db, userId, now).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  const parts = await db
    .selectFrom('upload_parts')
    .select(['upload_id', 'number'])
    .where('user_id', '=', userId)
    .execute()
  const arrivedIn = Map.groupBy(parts, ({ upload_id }) => upload_id)
  return rows.map((row) => toJson(row, arrivedIn.get(row.id) ?? []))
}

export async function readUpload(db: Db, userId: string, id: string, now: number): Promise<FileUpload> {
  const row = assertFound(await findUpload(db, userId, id, now), 'uploadNotFound')
  const parts = await db
    .selectFrom('upload_parts')
    .select('number')
    .where('user_id', '=', userId)
    .where('upload_id', '=', id)
    .execute()
  return toJson(row, parts)
}

function toJson(row: UploadRow, parts: readonly { number: number }[]): FileUpload {
  const arrived = new Set(parts.map(({ number }) => number))
  return {
    id: row.id,
    fileName: row.file_name,
    bytes: row.bytes,
    modifiedAt: row.modified_at === null ? null : toIsoTime(row.modified_at),
    createdAt: toIsoTime(row.created_at),
    expiresAt: toIsoTime(row.active_at + UPLOAD_LIFETIME_MS),
    partBytes: UPLOAD_PART_BYTES,
    missing: Array.from({ length: countParts(row.bytes) }, (_, number) => number).filter(
      (number) => !arrived.has(number),
    ),
  }
}

export async function insertUpload(db: Db, userId: string, upload: Omit<UploadRow, 'active_at'>) {
  await db
    .insertInto('uploads')
    .values({ ...upload, user_id: userId, active_at: upload.created_at })
    .execute()
}

/** The bytes of all files that a user has begun to send. */
export async function countUploadBytes(db: Db, userId: string) {
  const { bytes } = await db
    .selectFrom('uploads')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('bytes'), row.lit(0)).as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Puts off the time at which an upload expires. Returns undefined if there is no such upload. */
const touchUpload = (db: Db, userId: string, id: string, now: number) =>
  db
    .updateTable('uploads')
    .set({ active_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('active_at', '>', now - UPLOAD_LIFETIME_MS)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Stores a part. One that has arrived before stays as it is. */
export async function insertPart(
  db: Db,
  userId: string,
  part: { id: string; number: number; bytes: Buffer },
  now: number,
) {
  const { id, number } = part
  const content = (await compress(part.bytes, COMPRESSION)).toString('base64')
  await transact(db, async (db) => {
    assertFound(await touchUpload(db, userId, id, now), 'uploadNotFound')
    await db
      .insertInto('upload_parts')
      .values({ user_id: userId, upload_id: id, number, content })
      .onConflict((conflict) => conflict.columns(['user_id', 'upload_id', 'number']).doNothing())
      .execute()
  })
}

async function readPart(db: Db, userId: string, id: string, number: number) {
  const part = await db
    .selectFrom('upload_parts')
    .select('content')
    .where('user_id', '=', userId)
    .where('upload_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  const content = assertFound(part, 'uploadNotFound').content
  return decompress(Buffer.from(content, 'base64'), { maxOutputLength: UPLOAD_PART_BYTES })
}

interface OpenOptions {
  now: number
  /** The folder for files that are too large for memory. */
  folder: string
}

/**
 * Opens a file whose parts have all arrived, as if the request had sent it. The file is copied from the database, so that
 * it can be read several times, from any position, while the upload is deleted. The caller closes it.
 */
export async function openUpload(db: Db, userId: string, id: string, { now, folder }: OpenOptions): Promise<Upload> {
  const { bytes, missing } = await readUpload(db, userId, id, now)
  if (missing.length > 0) throw new Refusal('conflict', 'uploadIncomplete')
  await touchUpload(db, userId, id, now)
  const store = createUploadStore(folder)
  const pacer = createPacer()
  try {
    for (let number = 0; number < countParts(bytes); number += 1) {
      const part = await readPart(db, userId, id, number)
      for (let from = 0; from < part.length; from += BLOCK_BYTES) {
        store.add(part.subarray(from, from + BLOCK_BYTES))
        if (pacer.shouldYield()) await pacer.yieldToEventLoop()
      }
      if (store.needsFlush()) await store.flush()
    }
    return await store.finish()
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Deletes an upload in small transactions. */
export async function deleteUpload(db: Db, userId: string, id: string) {
  const pacer = createPacer()
  const deleteParts = deleteSomeRows('upload_parts', sql`user_id = ${userId} and upload_id = ${id}`)
  while ((await deleteParts(db, MAX_PARTS_PER_DELETE)) === MAX_PARTS_PER_DELETE) await pacer.yieldToEventLoop()
  await db.deleteFrom('uploads').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** A step of deleting an account. A part counts as many rows, because it is as large. */
export function deleteUploadsOfUser(userId: string): DeleteStep {
  const deleteParts = deleteSomeRows('upload_parts', sql`user_id = ${userId}`)
  return async (db, limit) => (await deleteParts(db, MAX_PARTS_PER_DELETE)) * Math.ceil(limit / MAX_PARTS_PER_DELETE)
}

export async function deleteExpiredUploads(db: Db, now: number) {
  const expired = await db
    .selectFrom('uploads')
    .select(['user_id', 'id'])
    .where('active_at', '<=', now - UPLOAD_LIFETIME_MS)
    .execute()
  for (const { user_id: userId, id } of expired) await deleteUpload(db, userId, id)
}
