import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { UPLOAD_PART_BYTES, uploads } from '#contract/files/uploads.ts'
import { withUserLock } from '#server/db/user-lock.ts'
import { newId } from '#server/db/values.ts'
import { assertFound, Refusal } from '#server/errors.ts'
import { type Services, serve } from '#server/http/serve.ts'
import { leaveBodiesUnread, receiveBytes } from '#server/http/uploads/receive-upload.ts'
import { createUploadAdmission } from '#server/http/uploads/upload-admission.ts'
import {
  countParts,
  countUploadBytes,
  deleteUpload,
  findUpload,
  insertPart,
  insertUpload,
  listUploads,
  readUpload,
  sizeOfPart,
} from './queries.ts'

/** The number of parts that arrive at the same time. Each takes a megabyte of memory. */
const MAX_PARTS_AT_ONCE = 32

const REST_PER_WORK = 10
const MAX_REST_MS = 100

/** Waits several times as long as the work took, so that a client with a fast connection leaves the server to others. */
async function withRest(work: () => Promise<void>) {
  const startedAt = performance.now()
  await work()
  await sleep(Math.min(REST_PER_WORK * (performance.now() - startedAt), MAX_REST_MS))
}

export function uploadRoutes(app: FastifyInstance, services: Services) {
  const { db, now, limits, quotas } = services
  const withAdmission = createUploadAdmission(MAX_PARTS_AT_ONCE)

  serve(app, services, uploads.list, ({ session }) => listUploads(db, session.userId, now()))

  serve(app, services, uploads.read, ({ session, params }) => readUpload(db, session.userId, params.id, now()))

  serve(app, services, uploads.create, async ({ session: { userId }, body }) => {
    await limits.countAttempt('upload', userId)
    const id = newId(now())
    await withUserLock(db, userId, async (db) => {
      await quotas.checkUploads(db, userId, (await countUploadBytes(db, userId)) + body.bytes)
      await insertUpload(db, userId, {
        id,
        file_name: body.fileName,
        bytes: body.bytes,
        modified_at: body.modifiedAt ?? null,
        created_at: now(),
      })
    })
    return readUpload(db, userId, id, now())
  })

  void app.register(async (app) => {
    leaveBodiesUnread(app)
    serve(app, services, uploads.putPart, async ({ session: { userId }, params: { id, number }, request }) => {
      const { bytes } = assertFound(await findUpload(db, userId, id, now()), 'uploadNotFound')
      const wrongSize = new Refusal('invalid', 'uploadPartSize')
      if (number >= countParts(bytes)) throw wrongSize
      const options = { maxBytes: UPLOAD_PART_BYTES, tooLarge: 'uploadPartSize' } as const
      const part = await withAdmission((progress) => receiveBytes(request, { ...options, progress }))
      if (part.length !== sizeOfPart(bytes, number)) throw wrongSize
      await withRest(() => insertPart(db, userId, { id, number, bytes: part }, now()))
      return null
    })
  })

  serve(app, services, uploads.remove, async ({ session: { userId }, params: { id } }) => {
    assertFound(await findUpload(db, userId, id, now()), 'uploadNotFound')
    await deleteUpload(db, userId, id)
    return null
  })
}
