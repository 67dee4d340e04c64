import type { FastifyInstance, FastifyRequest } from 'fastify'
import { archive, MAX_ARCHIVE_BYTES } from '#contract/files/archive.ts'
import { recordSecurityEvent } from '#server/features/security-events/queries.ts'
import { openUpload } from '#server/features/uploads/queries.ts'
import type { FileResponse } from '#server/http/file-response.ts'
import { createFairQueue } from '#server/http/long-questions/fair-queue.ts'
import { closeOnFailure, watchCaller } from '#server/http/long-questions/long-questions.ts'
import { type Services, serve, type Session } from '#server/http/serve.ts'
import { leaveBodiesUnread, receiveUpload } from '#server/http/uploads/receive-upload.ts'
import { createUploadAdmission } from '#server/http/uploads/upload-admission.ts'
import { createUploadStore, type Upload } from '#server/http/uploads/upload-store.ts'
import { checkArchive, type CheckedArchive } from './check-archive.ts'
import { openArchive } from './open-archive.ts'
import { findRestore } from './queries.ts'
import { previewArchive, restoreArchive, type RestoreServices } from './restore-archive.ts'
import { writeArchive } from './write-archive.ts'

/** Archives that are received, wait or are restored. */
const MAX_ARCHIVES = 7
const MAX_WORKING = 3

interface Options {
  /** For archives while they are made or restored. */
  folder: string
  timer: RestoreServices['timer']
  /** Refuses a session that is not a recent one, unless the password is given. */
  confirmIdentity: (session: Session, password: string | undefined) => Promise<unknown>
}

export function archiveRoutes(app: FastifyInstance, services: Services, { folder, timer, confirmIdentity }: Options) {
  const { db, now, limits, quotas, questions } = services
  const restoreServices: RestoreServices = { db, quotas, timer }
  const withArchive = createArchiveReader(services, folder)

  async function download(session: Session, request: FastifyRequest, password?: string): Promise<FileResponse> {
    await confirmIdentity(session, password)
    const { userId } = session
    await limits.countAttempt('export', userId)
    // The snapshot lasts only until the file is complete, however slowly it is downloaded.
    const question = questions.open({ userId, request })
    const file = await closeOnFailure(question, () =>
      question.readSnapshot((snapshot) => storeFile(folder, writeArchive(snapshot, userId, now()))),
    )
    question.close()
    await recordSecurityEvent(db, { userId, kind: 'archive-downloaded', request }, now())
    request.log.info({ userId }, 'archive downloaded')
    const day = new Date(now()).toISOString().slice(0, 10)
    return {
      name: `ritmo-archive-${day}.zip`,
      type: 'application/zip',
      bytes: file.size,
      content: file.read(),
      onClose: () => void file.close(),
    }
  }

  serve(app, services, archive.download, ({ session, request }) => download(session, request))
  serve(app, services, archive.downloadWithPassword, ({ session, request, body }) =>
    download(session, request, body.password),
  )

  void app.register(async (app) => {
    leaveBodiesUnread(app)

    serve(app, services, archive.preview, ({ session: { userId }, query, request }) =>
      withArchive(userId, request, query.upload, async (archive, signal) => {
        const { createdAt, version } = archive.manifest
        const { name, email } = archive.profile as { name: string; email: string }
        const outcome = await previewArchive(restoreServices, archive, { userId, query, now, signal })
        return { createdAt, version, name, email, ...outcome }
      }),
    )

    serve(app, services, archive.restore, ({ session: { userId }, query, request }) =>
      withArchive(userId, request, query.upload, (archive) =>
        // A restore goes on if its page is left.
        restoreArchive(restoreServices, archive, { userId, query, now, signal: NEVER }),
      ),
    )
  })

  serve(app, services, archive.state, ({ session }) => findRestore(db, session.userId, now()))
}

async function storeFile(folder: string, content: AsyncIterable<Uint8Array>): Promise<Upload> {
  const store = createUploadStore(folder)
  try {
    for await (const bytes of content) {
      store.add(Buffer.from(bytes))
      if (store.needsFlush()) await store.flush()
    }
    return await store.finish()
  } catch (error) {
    await store.close()
    throw error
  }
}

type Work<T> = (archive: CheckedArchive, signal: AbortSignal) => Promise<T>

/** Receives or opens archives, checks them, and works on one for each user and a few in all. The others wait. */
function createArchiveReader({ db, now, limits }: Services, folder: string) {
  const withAdmission = createUploadAdmission(MAX_ARCHIVES)
  const queue = createFairQueue({ places: MAX_WORKING, placesPerUser: 1 })

  async function workOn<T>(upload: Upload, signal: AbortSignal, work: Work<T>) {
    try {
      signal.throwIfAborted()
      return await work(await checkArchive(await openArchive(upload)), signal)
    } finally {
      await upload.close()
    }
  }

  /** `signal` aborts when the caller has gone, which ends the wait. */
  return async function withArchive<T>(userId: string, request: FastifyRequest, id: string | undefined, work: Work<T>) {
    await limits.countAttempt('import', userId)
    const { signal, stopWatching } = watchCaller(request)
    try {
      if (id !== undefined)
        return await queue.run(userId, signal, async () =>
          workOn(await openUpload(db, userId, id, { now: now(), folder }), signal, work),
        )
      return await withAdmission(async (progress) => {
        const options = { folder, maxBytes: MAX_ARCHIVE_BYTES, tooLarge: 'archiveTooLargeForRequest' } as const
        const upload = await receiveUpload(request, { ...options, progress })
        progress.isReceived = true
        return queue.run(userId, NEVER, () => workOn(upload, signal, work))
      })
    } finally {
      stopWatching()
    }
  }
}

const NEVER = new AbortController().signal
