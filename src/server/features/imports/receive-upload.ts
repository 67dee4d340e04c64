import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { MAX_IMPORT_BYTES } from '#contract/imports.ts'
import { Refusal } from '#server/errors.ts'
import type { UploadProgress } from './import-concurrency.ts'
import { CHECK_EVERY_MS, createSpeedCheck } from './upload-speed.ts'
import { createUploadStore, type Upload } from './upload-store.ts'

interface ReceiveOptions {
  /** The folder for files that are too large for memory. */
  folder: string
  progress: UploadProgress
}

/** Receives the body of a request. Called after authentication, so that only users can make the server store files. */
export async function receiveUpload({ body, headers }: FastifyRequest, options: ReceiveOptions): Promise<Upload> {
  if (!(body instanceof Readable)) throw new Refusal('invalid', 'importEmpty')
  if (Number(headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw new Refusal('too-large', 'importTooLarge')
  const store = createUploadStore(options.folder)
  const speed = createSpeedCheck()
  const { progress } = options
  const timer = setInterval(() => {
    if (speed.isTooSlow(progress.receivedBytes)) progress.cut()
  }, CHECK_EVERY_MS)
  try {
    await receiveBody(body, store, progress)
    return await store.finish()
  } catch (error) {
    await store.close()
    throw error
  } finally {
    clearInterval(timer)
  }
}

type Store = Pick<ReturnType<typeof createUploadStore>, 'add' | 'needsFlush' | 'flush'>

function receiveBody(body: Readable, store: Store, progress: UploadProgress) {
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
      if (progress.receivedBytes > MAX_IMPORT_BYTES) return fail(new Refusal('too-large', 'importTooLarge'))
      store.add(part)
      if (!store.needsFlush()) return
      body.pause()
      store.flush().then(() => body.resume(), fail)
    })
    body.on('end', resolve)
    body.on('error', () => fail(new Refusal('invalid', 'malformedRequest')))
    body.on('close', () => fail(new Refusal('invalid', 'malformedRequest')))
  })
}
