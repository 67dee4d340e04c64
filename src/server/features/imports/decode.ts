import { TextDecoder } from 'node:util'
import type { ImportPreview } from '#contract/imports.ts'
import type { Yielder } from '#server/yield-to-event-loop.ts'

type Encoding = ImportPreview['encoding']

export interface Decoded {
  text: string
  encoding: Encoding
}

const SLICE = 512 * 1024
const LOOKED_AT = 2_048

/** Bytes as text: by their mark, as UTF-8 if they are, otherwise as windows-1252. Undefined: they are no text. */
export async function decode(bytes: Buffer, pace: Yielder): Promise<Decoded | undefined> {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return { text: await toText(bytes, new TextDecoder(wide), pace), encoding: 'utf-16' }
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return undefined
  try {
    return { text: await toText(bytes, new TextDecoder('utf-8', { fatal: true }), pace), encoding: 'utf-8' }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { text: await toText(bytes, new TextDecoder('windows-1252'), pace), encoding: 'windows-1252' }
  }
}

/** Of what is wide, each second byte is zero as long as its letters are plain. */
function wideEncoding(bytes: Buffer) {
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const start = bytes.subarray(0, LOOKED_AT)
  const [high, low] = [zerosAt(start, 0), zerosAt(start, 1)]
  const most = start.length * 0.3
  if (high === 0 && low > most) return 'utf-16le'
  return low === 0 && high > most ? 'utf-16be' : undefined
}

const zerosAt = (bytes: Buffer, side: number) => bytes.filter((byte, index) => byte === 0 && index % 2 === side).length

async function toText(bytes: Buffer, decoder: TextDecoder, pace: Yielder) {
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += SLICE) {
    parts.push(decoder.decode(bytes.subarray(from, from + SLICE), { stream: true }))
    if (pace.shouldYield()) await pace.yieldToEventLoop()
  }
  parts.push(decoder.decode())
  return parts.join('')
}
