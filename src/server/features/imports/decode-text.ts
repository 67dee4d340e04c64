import { TextDecoder } from 'node:util'
import type { Encoding } from '#core/import/import-model.ts'
import type { Upload } from './upload-store.ts'

export interface TextFormat {
  encoding: Encoding
  /** False if the content could be text in other encodings as well. */
  isCertain: boolean
}

/** The chosen encoding, or else UTF-16, valid UTF-8, or windows-1252. Undefined for binary content. */
export function detectTextFormat(
  { sample, isUtf8 }: Pick<Upload, 'sample' | 'isUtf8'>,
  chosen: Encoding | undefined,
): TextFormat | undefined {
  if (chosen !== undefined) return { encoding: chosen, isCertain: true }
  const utf16 = detectUtf16(sample)
  if (utf16 !== undefined) return { encoding: utf16, isCertain: true }
  if (sample.includes(0)) return undefined
  return isUtf8 ? { encoding: 'utf-8', isCertain: true } : { encoding: 'windows-1252', isCertain: false }
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

export async function* decodeText(upload: Upload, { encoding }: TextFormat) {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of upload.read()) yield { text: decoder.decode(bytes, { stream: true }), isLast: false }
  yield { text: decoder.decode(), isLast: true }
}
