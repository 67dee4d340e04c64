import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  type ScryptOptions,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { StartError } from '#server/config.ts'

/**
 * An encrypted backup: a header (magic, salt, and their HMAC), then chunks of AES-256-GCM. Each file has a key of its own,
 * derived from BACKUP_KEY and the salt. The nonce of a chunk is its number and whether it is the last one, so chunks cannot
 * be changed, reordered, repeated or left out, nor can the file be cut. This is the STREAM construction that age uses too.
 */
const MAGIC = Buffer.from('ritmo encrypted backup 1\n')
const SALT_BYTES = 32
const MAC_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 64 * 1024
const HEADER_BYTES = MAGIC.length + SALT_BYTES + MAC_BYTES
const ALGORITHM = 'aes-256-gcm'
/** Takes about 0.1 s and 32 MB, so that a weak key cannot be guessed quickly. */
const SCRYPT: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

async function deriveKeys(key: string, salt: Buffer) {
  const secret = await derive(key, salt, 32, SCRYPT)
  const subkey = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return { chunks: subkey('chunks'), header: subkey('header') }
}

const macOf = (key: Buffer, start: Buffer) => createHmac('sha256', key).update(start).digest()

function nonceOf(index: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts a stream of bytes. */
export async function* encrypt(key: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const start = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)])
  const keys = await deriveKeys(key, start.subarray(MAGIC.length))
  yield Buffer.concat([start, macOf(keys.header, start)])
  for await (const { chunk, index, isLast } of toChunks(bytes, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, keys.chunks, nonceOf(index, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

export interface DecryptOptions {
  /** Undefined if the operator has set none. */
  key?: string | undefined
  /** Whether a file that is not encrypted is accepted although there is a key. */
  isPlainAllowed?: boolean
}

/** Returns the bytes of a file as they are if they are not encrypted and need not be. */
export async function* decrypt(
  file: string,
  bytes: AsyncIterable<Buffer>,
  { key, isPlainAllowed = false }: DecryptOptions,
): AsyncGenerator<Buffer> {
  const { head, rest } = await readHead(bytes)
  if (!isEncrypted(head)) {
    refusePlain(file, { key, isPlainAllowed })
    yield head
    yield* rest
    return
  }
  if (key === undefined) throw new StartError(`${file} is encrypted: set BACKUP_KEY to the key that it was made with.`)
  const start = head.subarray(0, HEADER_BYTES - MAC_BYTES)
  const keys = await deriveKeys(key, start.subarray(MAGIC.length))
  const mac = head.subarray(start.length, HEADER_BYTES)
  if (mac.length < MAC_BYTES || !timingSafeEqual(mac, macOf(keys.header, start)))
    throw new StartError(`BACKUP_KEY is not the key that ${file} was encrypted with.`)
  for await (const { chunk, index, isLast } of toChunks(rest, CHUNK_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv(ALGORITHM, keys.chunks, nonceOf(index, isLast))
    yield decryptChunk(decipher, chunk)
  }
}

/** Anybody with write access to the place of the backups could put a plain file there, but not an encrypted one. */
function refusePlain(file: string, { key, isPlainAllowed }: Required<DecryptOptions>) {
  if (file.endsWith('.enc'))
    throw new StartError(`${file} is not encrypted, although its name says so: it was exchanged, damaged or renamed.`)
  if (key !== undefined && !isPlainAllowed)
    throw new StartError(
      `${file} is not encrypted, although BACKUP_KEY is set: use it with --plain only if you know who made it.`,
    )
}

function decryptChunk(decipher: ReturnType<typeof createDecipheriv>, chunk: Buffer) {
  try {
    const end = Math.max(0, chunk.length - TAG_BYTES)
    const gcm = decipher as ReturnType<typeof createDecipheriv> & { setAuthTag: (tag: Buffer) => void }
    gcm.setAuthTag(chunk.subarray(end))
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()])
  } catch {
    throw new Error('it was changed or cut after it was encrypted')
  }
}

/** Whether a file that begins with these bytes is an encrypted backup. */
export const isEncrypted = (head: Buffer) => head.subarray(0, MAGIC.length).equals(MAGIC)

async function readHead(bytes: AsyncIterable<Buffer>) {
  const iterator = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < HEADER_BYTES) {
    const { value, done } = await iterator.next()
    if (done === true) break
    head = Buffer.concat([head, value])
  }
  async function* readRest() {
    try {
      if (isEncrypted(head) && head.length > HEADER_BYTES) yield head.subarray(HEADER_BYTES)
      for (;;) {
        const { value, done } = await iterator.next()
        if (done === true) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { head, rest: readRest() }
}

/** Cuts a stream into chunks of one size. The last one, which is always there, may be shorter or empty. */
async function* toChunks(bytes: AsyncIterable<Buffer>, size: number) {
  let pending: Buffer[] = []
  let length = 0
  let index = 0
  for await (const part of bytes) {
    pending.push(part)
    length += part.length
    if (length <= size) continue
    let all = Buffer.concat(pending)
    for (; all.length > size; index += 1) {
      yield { chunk: all.subarray(0, size), index, isLast: false }
      all = all.subarray(size)
    }
    pending = [all]
    length = all.length
  }
  yield { chunk: Buffer.concat(pending), index, isLast: true }
}
