import { TextDecoder } from 'node:util'

/** What tells the encoding of a file. */
export interface TextEvidence {
  isUtf8: boolean
  /** The first bytes. */
  start: Buffer
  /** The first different words with bytes that are not ASCII, each followed by a space. Empty if the file is UTF-8. */
  foreignWords: Buffer
}

const START_BYTES = 2_048
/** Enough to tell languages apart, and few enough to be decoded in every encoding at once. */
const MAX_FOREIGN_BYTES = 4 * 1024
/** In every encoding, bytes below 0x40 are digits, separators and the like, and never a part of a letter. */
const WORD = /[\x40-\xFF]+/g
const FOREIGN = /[\x80-\xFF]/

/** Collects the evidence while a file arrives in blocks. */
export function createEvidenceCollector() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start: Buffer | undefined
  let isUtf8 = true
  const foreignWords = new Set<string>()
  let foreignBytes = 0

  function decode(bytes: Buffer | undefined) {
    try {
      if (isUtf8) decoder.decode(bytes, { stream: bytes !== undefined })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      isUtf8 = false
    }
  }

  return {
    add(bytes: Buffer) {
      start ??= Buffer.from(bytes.subarray(0, START_BYTES))
      decode(bytes)
      if (isUtf8 || foreignBytes >= MAX_FOREIGN_BYTES) return
      // In latin1 every byte is one character.
      for (const [word] of bytes.toString('latin1').matchAll(WORD)) {
        if (foreignBytes >= MAX_FOREIGN_BYTES) return
        if (!FOREIGN.test(word) || foreignWords.has(word)) continue
        foreignWords.add(word)
        foreignBytes += word.length
      }
    },
    finish(): TextEvidence {
      decode(undefined)
      return {
        isUtf8,
        start: start ?? Buffer.alloc(0),
        foreignWords: Buffer.from(toSample(foreignWords), 'latin1'),
      }
    },
  }
}

const toSample = (words: Iterable<string>) =>
  [...words]
    .map((word) => `${word} `)
    .join('')
    .slice(0, MAX_FOREIGN_BYTES)
