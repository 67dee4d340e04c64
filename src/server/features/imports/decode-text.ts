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

/** Bytes as text: by their mark, as UTF-8 if they are, otherwise as windows-1252. Undefined: they are no text. */
export async function decodeText(bytes: Buffer, pace: Yielder): Promise<DecodedText | undefined> {
  const wide = detectUtf16(bytes)
  if (wide !== undefined) return { text: await toText(bytes, new TextDecoder(wide), pace), encoding: 'utf-16' }
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return undefined
  try {
    return { text: await toText(bytes, new TextDecoder('utf-8', { fatal: true }), pace), encoding: 'utf-8' }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { text: await toText(bytes, new TextDecoder('windows-1252'), pace), encoding: 'windows-1252' }
  }
}

/** Of what is wide, each second byte is zero as long as its letters are plain. */
function detectUtf16(bytes: Buffer) {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const start = bytes.subarray(0, SAMPLE_BYTES)
  const [high, low] = [countZeros(start, 0), countZeros(start, 1)]
  const most = start.length * 0.3
  if (high === 0 && low > most) return 'utf-16le'
  return low === 0 && high > most ? 'utf-16be' : undefined
}

const countZeros = (bytes: Buffer, side: number) =>
  bytes.filter((byte, index) => byte === 0 && index % 2 === side).length

async function toText(bytes: Buffer, decoder: TextDecoder, pace: Yielder) {
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    parts.push(decoder.decode(bytes.subarray(from, from + SLICE_BYTES), { stream: true }))
    if (pace.shouldYield()) await pace.yieldToEventLoop()
  }
  parts.push(decoder.decode())
  return parts.join('')
}
