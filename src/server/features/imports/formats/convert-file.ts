import { MAX_IMPORT_BYTES } from '#contract/imports.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import { type ContentKind, kindOfBytes, kindOfText } from '#core/import/formats/formats.ts'
import { Refusal } from '#server/errors.ts'
import { openWorkerThread } from '#server/worker-thread.ts'
import { detectTextFormat } from '../decode-text.ts'
import type { Upload } from '../upload-store.ts'
import type { ConvertedTable, ConvertRequest } from './convert.ts'

const MAX_CONVERT_MS = 60_000
/** A thread that needs more memory ends, and the server goes on. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 }
const PART_BYTES = 16 * 1024
const SAMPLE_BYTES = 2_048

/** A file that is no table of text, as one. */
export interface ConvertedFile extends Pick<ConvertedTable, 'format' | 'isSuggestion'> {
  upload: Upload
  /** The line of the original file for a line of the table. */
  originalLine: (line: number) => number
}

/** Returns undefined for a table of text, which is read as it is. */
export async function convertFile(upload: Upload, fileName: string): Promise<ConvertedFile | undefined> {
  const kind = kindOf(upload, fileName)
  if (kind === undefined) return undefined
  const encoding = detectTextFormat(upload)?.label ?? 'utf-8'
  const bytes = await readAll(upload)
  const { csv, lines, ...about } = await inTurn(() => convertInThread({ bytes, kind, encoding, fileName }))
  const [table, originalLines] = [Buffer.from(csv), new Uint32Array(lines)]
  return {
    ...about,
    upload: { ...upload, isUtf8: true, sample: Buffer.from(table.subarray(0, SAMPLE_BYTES)), read: () => inParts(table) },
    originalLine: (line) => originalLines[line - 1] ?? line,
  }
}

function kindOf(upload: Upload, name: string): ContentKind | undefined {
  const kind = kindOfBytes(upload.sample.toString('hex', 0, 4))
  const format = detectTextFormat(upload)
  if (kind !== undefined || format === undefined) return kind
  return kindOfText({ name, text: new TextDecoder(format.label).decode(upload.sample) })
}

async function readAll(upload: Upload) {
  let size = 0
  for await (const part of upload.read()) {
    size += part.length
    if (size > MAX_IMPORT_BYTES) throw new Refusal('too-large', 'importFormatTooLarge')
  }
  const bytes = new SharedArrayBuffer(size)
  let at = 0
  for await (const part of upload.read()) at += part.copy(Buffer.from(bytes), at)
  return bytes
}

let last: Promise<unknown> = Promise.resolve()

/** One file after the other, so that the memory of threads does not add up. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work)
  last = result.catch(() => undefined)
  return result
}

async function convertInThread(request: ConvertRequest): Promise<ConvertedTable> {
  const thread = openWorkerThread<ConvertRequest, ConvertedTable | { refusal: MessageKey }>(
    new URL('./convert-thread.mjs', import.meta.url),
    { limits: LIMITS },
  )
  let isTooSlow = false
  const timer = setTimeout(() => {
    isTooSlow = true
    void thread.close()
  }, MAX_CONVERT_MS)
  try {
    const reply = await thread.call(request)
    if ('refusal' in reply) throw new Refusal('invalid', reply.refusal)
    return reply
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (isTooSlow || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('invalid', 'importTooComplex')
    throw error
  } finally {
    clearTimeout(timer)
    await thread.close()
  }
}

async function* inParts(bytes: Buffer) {
  // Parts are copies, because decoders do not take shared memory everywhere.
  for (let from = 0; from < bytes.length; from += PART_BYTES) yield Buffer.from(bytes.subarray(from, from + PART_BYTES))
}
