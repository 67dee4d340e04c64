import { MAX_IMPORT_BYTES } from '#contract/files/imports.ts'
import type { MessageKey } from '#contract/messages/en.ts'
import { type ContentKind, kindOfBytes, kindOfText } from '#core/import/formats/formats.ts'
import type { TableRecord } from '#core/import/split-rows.ts'
import type { TableHead } from '#core/import/table.ts'
import { Refusal } from '#server/errors.ts'
import { openWorkerThread } from '#server/worker-thread.ts'
import type { Upload } from '#server/http/uploads/upload-store.ts'
import type { TextFormat } from '../decode-text.ts'
import type { ConvertedTable, ConvertRequest } from './convert.ts'

/** Large files take some seconds. Others wait for this one. */
const MAX_CONVERT_MS = 30_000
/** A thread that needs more memory ends, and the server goes on. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 }
const PART_BYTES = 16 * 1024

/** A file that is no table of text, as one. */
export interface ConvertedFile {
  upload: Upload
  /** What the text of the table does not say. */
  head: Pick<TableHead, 'delimiter' | 'format'>
  /** Whether the user has to accept its entries. */
  isSuggestion: boolean
  /** Rows of the table with their lines in the original file. */
  withOriginalLines: (records: Iterable<TableRecord>) => Iterable<TableRecord>
}

interface ConvertOptions {
  /** Undefined for binary content. */
  format: TextFormat | undefined
  fileName: string
}

/** Returns undefined for a table of text, which is read as it is. */
export async function convertFile(upload: Upload, options: ConvertOptions): Promise<ConvertedFile | undefined> {
  const kind = kindOf(upload, options)
  if (kind === undefined) return undefined
  const { format, fileName } = options
  if (upload.size > MAX_IMPORT_BYTES) throw new Refusal('too-large', 'importFormatTooLarge')
  const request = { bytes: await readAll(upload), kind, encoding: format?.encoding ?? 'utf-8', fileName }
  const { csv, lines, head, isSuggestion } = await inTurn(() => convertInThread(request, upload.signal))
  const originalLines = new Uint32Array(lines)
  return {
    head: { delimiter: null, ...head },
    isSuggestion,
    upload: { ...upload, read: () => inParts(Buffer.from(csv), upload.signal) },
    *withOriginalLines(records) {
      for (const record of records) yield { ...record, line: originalLines[record.line - 1] ?? record.line }
    },
  }
}

function kindOf({ text: { start } }: Upload, { format, fileName }: ConvertOptions): ContentKind | undefined {
  const kind = kindOfBytes(start.toString('hex', 0, 4))
  if (kind !== undefined || format === undefined) return kind
  return kindOfText({ name: fileName, text: new TextDecoder(format.encoding).decode(start) })
}

async function readAll(upload: Upload) {
  const bytes = new SharedArrayBuffer(upload.size)
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

async function convertInThread(request: ConvertRequest, signal?: AbortSignal): Promise<ConvertedTable> {
  signal?.throwIfAborted()
  const thread = openWorkerThread<ConvertRequest, ConvertedTable | { refusal: MessageKey }>(
    new URL('./convert-thread.mjs', import.meta.url),
    { limits: LIMITS },
  )
  const slow = AbortSignal.timeout(MAX_CONVERT_MS)
  const end = signal === undefined ? slow : AbortSignal.any([slow, signal])
  const close = () => void thread.close()
  end.addEventListener('abort', close)
  try {
    const reply = await thread.call(request)
    if ('refusal' in reply) throw new Refusal('invalid', reply.refusal)
    return reply
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    signal?.throwIfAborted()
    if (slow.aborted || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('invalid', 'importTooComplex')
    throw error
  } finally {
    end.removeEventListener('abort', close)
    await thread.close()
  }
}

async function* inParts(bytes: Buffer, signal: AbortSignal | undefined) {
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    signal?.throwIfAborted()
    // Parts are copies, because decoders do not take shared memory everywhere.
    yield Buffer.from(bytes.subarray(from, from + PART_BYTES))
  }
}
