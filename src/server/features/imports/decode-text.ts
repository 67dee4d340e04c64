import { TextDecoder } from 'node:util'
import { GUESSED_ENCODINGS, rankTexts } from '#core/import/detect-encoding.ts'
import type { Encoding } from '#core/import/import-model.ts'
import type { TextEvidence } from '#server/http/uploads/text-evidence.ts'
import type { Upload } from '#server/http/uploads/upload-store.ts'

export interface TextFormat {
  encoding: Encoding
  /** False if the content could be text in other encodings as well, and nobody has chosen one. */
  isCertain: boolean
  /** The encodings that give different texts, the most likely first, with words of the file. */
  alternatives: { encoding: Encoding; example: string }[]
}

const MAX_EXAMPLE_WORDS = 3
const MAX_EXAMPLE_LENGTH = 60

/** Detects the encoding, unless one is requested. Undefined for binary content. */
export function detectTextFormat(evidence: TextEvidence, requested?: Encoding): TextFormat | undefined {
  const { start, isUtf8, foreignWords } = evidence
  const utf16 = detectUtf16(start)
  if (utf16 === undefined && start.includes(0)) return undefined
  const clear = utf16 ?? (isUtf8 ? 'utf-8' : undefined)
  if (clear !== undefined) return { encoding: requested ?? clear, isCertain: true, alternatives: [] }
  const texts = GUESSED_ENCODINGS.map((encoding) => ({
    encoding,
    text: new TextDecoder(encoding).decode(foreignWords),
  }))
  const { ranked, isCertain } = rankTexts(texts)
  return {
    encoding: requested ?? ranked[0]!.encoding,
    isCertain: isCertain || requested !== undefined,
    alternatives: toExamples(ranked),
  }
}

/** Shows the first words that are not the same in all texts. */
function toExamples(texts: readonly { encoding: Encoding; text: string }[]) {
  const words = texts.map(({ text }) => text.split(' '))
  const [first = []] = words
  const differing = first
    .map((_, index) => index)
    .filter((index) => words.some((others) => others[index] !== first[index]))
    .slice(0, MAX_EXAMPLE_WORDS)
  return texts.map(({ encoding }, index) => ({
    encoding,
    example: differing
      .map((place) => words[index]![place])
      .join(', ')
      .slice(0, MAX_EXAMPLE_LENGTH),
  }))
}

/** Without a byte order mark, UTF-16 is detected by zeros at every other byte, as Latin letters have. */
function detectUtf16(start: Buffer) {
  const mark = start.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const [high, low] = [countZeros(start, 0), countZeros(start, 1)]
  const threshold = start.length * 0.3
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
