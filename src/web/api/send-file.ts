import { type FileUpload, uploads } from '#contract/files/uploads.ts'
import { ApiError, failureOf } from './api-error.ts'
import { call, callWithFile } from './call.ts'

export interface SendProgress {
  fileName: string
  bytes: number
  sentBytes: number
  /** When the last part had arrived. */
  sentAt: number
  /** The server cannot be reached: the rest is sent as soon as it can. */
  isWaiting: boolean
}

interface SendOptions {
  signal: AbortSignal
  onProgress: (progress: SendProgress) => void
}

const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
const MAX_FILE_NAME_LENGTH = 200

/**
 * Sends a file in parts, and continues an interrupted upload of the same file. While the server cannot be reached it
 * waits and tries again, until the signal aborts.
 */
export async function sendFile(file: File, { signal, onProgress }: SendOptions): Promise<FileUpload> {
  const report = (sentBytes: number, isWaiting: boolean) =>
    onProgress({ fileName: file.name, bytes: file.size, sentBytes, sentAt: Date.now(), isWaiting })
  let sentBytes = 0
  const retry = <T>(request: () => Promise<T>) =>
    withRetries(request, { signal, onWait: () => report(sentBytes, true) })

  report(0, false)
  const upload = await retry(() => findOrCreateUpload(file))
  const partAt = (number: number) => file.slice(number * upload.partBytes, (number + 1) * upload.partBytes)
  sentBytes = countArrivedBytes(upload)
  for (const number of upload.missing) {
    report(sentBytes, false)
    const part = await readPart(partAt(number))
    const params = { id: upload.id, number }
    await retry(() => callWithFile(uploads.putPart, { params }, { file: part, signal }))
    sentBytes += part.size
  }
  report(sentBytes, false)
  return { ...upload, missing: [] }
}

/** Only the last part of a file is smaller than the others. */
export const countArrivedBytes = ({ bytes, partBytes, missing }: FileUpload) =>
  missing.reduce((rest, number) => rest - Math.min(partBytes, bytes - number * partBytes), bytes)

/** In memory, because a request with a file that was changed or removed meanwhile fails like one without a network. */
async function readPart(part: Blob) {
  try {
    return new Blob([await part.arrayBuffer()])
  } catch {
    throw new ApiError('invalid')
  }
}

async function findOrCreateUpload(file: File) {
  const known = await call(uploads.list, {})
  const draft = toDraft(file)
  return known.find((upload) => isSameFile(upload, draft)) ?? (await call(uploads.create, { body: draft }))
}

const toDraft = ({ name, size, lastModified }: File) => ({
  fileName: name.slice(0, MAX_FILE_NAME_LENGTH).replaceAll(/\p{Cs}/gu, '\uFFFD'),
  bytes: size,
  modifiedAt: new Date(lastModified).toISOString(),
})

/** A file that was changed since has another time. */
const isSameFile = (upload: FileUpload, draft: ReturnType<typeof toDraft>) =>
  upload.fileName === draft.fileName && upload.bytes === draft.bytes && upload.modifiedAt === draft.modifiedAt

async function withRetries<T>(
  request: () => Promise<T>,
  { signal, onWait }: { signal: AbortSignal; onWait: () => void },
) {
  for (let failures = 0; ; failures += 1)
    try {
      return await request()
    } catch (error) {
      signal.throwIfAborted()
      if (!isWorthRepeating(error)) throw error
      onWait()
      await waitForRetry(RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)]!, signal)
    }
}

const isWorthRepeating = (error: unknown) =>
  error instanceof ApiError && error.code !== 'unauthenticated' && failureOf(error) !== 'refused'

/** Waits for a time, or until the network is back or the signal aborts. */
function waitForRetry(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const end = (finish: () => void) => () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      signal.removeEventListener('abort', stop)
      finish()
    }
    const goOn = end(resolve)
    const stop = end(() => reject(signal.reason))
    const timer = setTimeout(goOn, milliseconds)
    addEventListener('online', goOn)
    signal.addEventListener('abort', stop)
  })
}
