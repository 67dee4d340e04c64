import { TextDecoder } from 'node:util'
import type { ImportPreview } from '#contract/imports.ts'
import type { Yielder } from '#server/yield-to-event-loop.ts'

type Encoding = ImportPreview['encoding']

export interface DecodedText {
  text: string
  encoding: Encoding
}

const SLICE_BYTES = 512 * 1024
const SAMPLE_BYTES = 2_048

/** Decodes UTF-16, valid UTF-8, or else windows-1252. Returns undefined for binary content. */
export async function decodeText(bytes: Buffer, yielder: Yielder): Promise<DecodedText | undefined> {
  const utf16 = detectUtf16(bytes)
  if (utf16 !== undefined) return { text: await toText(bytes, new TextDecoder(utf16), yielder), encoding: 'utf-16' }
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return undefined
  try {
    return { text: await toText(bytes, new TextDecoder('utf-8', { fatal: true }), yielder), encoding: 'utf-8' }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { text: await toText(bytes, new TextDecoder('windows-1252'), yielder), encoding: 'windows-1252' }
  }
}

/** Without a byte order mark, UTF-16 is detected by zeros at every other byte, as Latin letters have. */
function detectUtf16(bytes: Buffer) {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const start = bytes.subarray(0, SAMPLE_BYTES)
  const [high, low] = [countZeros(start, 0), countZeros(start, 1)]
  const threshold = start.length * 0.3
  if (high === 0 && low > threshold) return 'utf-16le'
  return low === 0 && high > threshold ? 'utf-16be' : undefined
}

const countZeros = (bytes: Buffer, side: number) =>
  bytes.filter((byte, index) => byte === 0 && index % 2 === side).length

async function toText(bytes: Buffer, decoder: TextDecoder, yielder: Yielder) {
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    parts.push(decoder.decode(bytes.subarray(from, from + SLICE_BYTES), { stream: true }))
    if (yielder.shouldYield()) await yielder.yieldToEventLoop()
  }
  parts.push(decoder.decode())
  return parts.join('')
}
