import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MessageKey } from '#contract/messages/en.ts'
import { Refusal } from '#server/errors.ts'
import type { UploadProgress } from './upload-admission.ts'
import { CHECK_EVERY_MS, createSpeedCheck } from './upload-speed.ts'
import { createUploadStore, type Upload } from './upload-store.ts'

/** The rest after each block of a large body, so that a fast client leaves the event loop to others. */
const REST_PER_BLOCK_MS = 3
const BLOCK_BYTES = 64 * 1024

interface ReceiveOptions {
  maxBytes: number
  /** The refusal of a larger body. */
  tooLarge: MessageKey
  progress: UploadProgress
}

/** Bodies of any content type are passed on unread, so that the session is checked before a file is read. */
export function leaveBodiesUnread(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Receives the body of a request as a file. `folder` is for files that are too large for memory. */
export async function receiveUpload(
  request: FastifyRequest,
  { folder, ...options }: ReceiveOptions & { folder: string },
): Promise<Upload> {
  const store = createUploadStore(folder)
  try {
    await receiveBody(request, store, options)
    return await store.finish()
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Receives the body of a request into memory. */
export async function receiveBytes(request: FastifyRequest, options: ReceiveOptions): Promise<Buffer> {
  const parts: Buffer[] = []
  let newBytes = 0
  const store: Store = {
    add(part) {
      parts.push(part)
      newBytes += part.length
    },
    needsFlush: () => newBytes >= BLOCK_BYTES,
    async flush() {
      newBytes = 0
    },
  }
  await receiveBody(request, store, options)
  return Buffer.concat(parts)
}

type Store = Pick<ReturnType<typeof createUploadStore>, 'add' | 'needsFlush' | 'flush'>

async function receiveBody({ body, headers }: FastifyRequest, store: Store, options: ReceiveOptions) {
  if (!(body instanceof Readable)) return
  if (Number(headers['content-length'] ?? 0) > options.maxBytes) throw new Refusal('too-large', options.tooLarge)
  const speed = createSpeedCheck()
  const { progress } = options
  const timer = setInterval(() => {
    if (speed.isTooSlow(progress.receivedBytes)) progress.cut()
  }, CHECK_EVERY_MS)
  try {
    await readBody(body, store, options)
  } finally {
    clearInterval(timer)
  }
}

function readBody(body: Readable, store: Store, { maxBytes, tooLarge, progress }: ReceiveOptions) {
  return new Promise<void>((resolve, reject) => {
    let isOver = false
    const fail = (error: unknown) => {
      isOver = true
      reject(error)
    }
    progress.signal.addEventListener('abort', () => {
      body.pause()
      fail(new Refusal('timeout', 'uploadTooSlow'))
    })
    body.on('data', (part: Buffer) => {
      // After a refusal the server drops the rest, because a client that is still sending does not read the reply.
      if (isOver) return
      progress.receivedBytes += part.length
      if (progress.receivedBytes > maxBytes) return fail(new Refusal('too-large', tooLarge))
      store.add(part)
      if (!store.needsFlush()) return
      body.pause()
      storeBlock().then(() => body.resume(), fail)
    })
    const storeBlock = async () => {
      await store.flush()
      await sleep(REST_PER_BLOCK_MS)
    }
    body.on('end', resolve)
    body.on('error', () => fail(new Refusal('invalid', 'malformedRequest')))
    body.on('close', () => fail(new Refusal('invalid', 'malformedRequest')))
  })
}
