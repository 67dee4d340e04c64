import { Refusal } from '#server/errors.ts'

export const RETRY_AFTER_SECONDS = 10
/** An upload is not compared with others before this time. */
const MIN_COMPARED_MS = 2_000

/** An upload whose bytes are arriving. */
export interface UploadProgress {
  receivedBytes: number
  /** Ends the upload, because it is too slow. */
  cut: () => void
  /** Aborted by `cut`. */
  signal: AbortSignal
  /** A received upload is never cut. */
  isReceived: boolean
}

/** Admits a limited number of uploads. If there are too many, another takes the place of the slowest. */
export function createUploadAdmission(maxUploads: number, now = () => performance.now()) {
  const uploads = new Map<UploadProgress, { startedAt: number }>()

  function findSlowest() {
    const speeds = [...uploads]
      .map(([upload, { startedAt }]) => ({ upload, ageMs: now() - startedAt }))
      .filter(({ upload, ageMs }) => !upload.isReceived && ageMs >= MIN_COMPARED_MS)
      .map(({ upload, ageMs }) => ({ upload, speed: upload.receivedBytes / ageMs }))
    return speeds.toSorted((a, b) => a.speed - b.speed)[0]?.upload
  }

  return async function withAdmission<T>(work: (progress: UploadProgress) => Promise<T>): Promise<T> {
    if (uploads.size >= maxUploads) {
      const slowest = findSlowest()
      if (slowest === undefined) throw new Refusal('unavailable', 'unavailable', undefined, RETRY_AFTER_SECONDS)
      slowest.cut()
    }
    const controller = new AbortController()
    const upload: UploadProgress = {
      receivedBytes: 0,
      isReceived: false,
      cut() {
        uploads.delete(upload)
        controller.abort()
      },
      signal: controller.signal,
    }
    uploads.set(upload, { startedAt: now() })
    try {
      return await work(upload)
    } finally {
      uploads.delete(upload)
    }
  }
}
