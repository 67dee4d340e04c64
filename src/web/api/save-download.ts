import { MINUTE_MS } from '#core/time/units.ts'
import { ApiError } from './api-error.ts'

export interface DownloadProgress {
  signal: AbortSignal
  /** Called with the number of bytes received so far. */
  onProgress: (bytes: number) => void
}

/** Receives the file of a reply, and saves it as a download when it is complete. */
export async function saveDownload(response: Response, { onProgress }: Pick<DownloadProgress, 'onProgress'>) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  try {
    for await (const part of chunksOf(response)) {
      parts.push(part)
      bytes += part.length
      onProgress(bytes)
    }
  } catch {
    throw new ApiError('offline')
  }
  saveFile(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), nameOf(response))
}

/** Not every browser supports `for await` on a stream. */
async function* chunksOf({ body }: Response) {
  const reader = body!.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}

const nameOf = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'ritmo'

export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}
