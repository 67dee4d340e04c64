import { TextDecoder } from 'node:util'
import type { ImportPreview } from '#contract/imports.ts'
import type { TextEvidence } from '#server/http/uploads/text-evidence.ts'
import type { Upload } from '#server/http/uploads/upload-store.ts'

export interface TextFormat {
  encoding: ImportPreview['encoding']
  /** The name of the encoding for a decoder. */
  label: 'utf-16le' | 'utf-16be' | 'utf-8' | 'windows-1252'
}

/** UTF-16, valid UTF-8, or else windows-1252. Undefined for binary content. */
export function detectTextFormat({ start, isUtf8 }: TextEvidence): TextFormat | undefined {
  const utf16 = detectUtf16(start)
  if (utf16 !== undefined) return { encoding: 'utf-16', label: utf16 }
  if (start.includes(0)) return undefined
  return isUtf8 ? { encoding: 'utf-8', label: 'utf-8' } : { encoding: 'windows-1252', label: 'windows-1252' }
}

/** Without a byte order mark, UTF-16 is detected by zeros at every other byte, as Latin letters have. */
function detectUtf16(sample: Buffer) {
  const mark = sample.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const [high, low] = [countZeros(sample, 0), countZeros(sample, 1)]
  const threshold = sample.length * 0.3
  if (high === 0 && low > threshold) return 'utf-16le'
  return low === 0 && high > threshold ? 'utf-16be' : undefined
}

const countZeros = (bytes: Buffer, side: number) =>
  bytes.filter((byte, index) => byte === 0 && index % 2 === side).length

export async function* decodeText(upload: Upload, { label }: TextFormat) {
  const decoder = new TextDecoder(label)
  for await (const bytes of upload.read()) yield { text: decoder.decode(bytes, { stream: true }), isLast: false }
  yield { text: decoder.decode(), isLast: true }
}
