import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { decrypt, type DecryptOptions, encrypt, isEncrypted } from './encryption.ts'

const KEY = 'a long key of the operator, 0123'

async function* inParts(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const encrypted = (bytes: Buffer, key = KEY) => buffer(encrypt(key, inParts(bytes, 50_000)))
const decrypted = (bytes: Buffer, key = KEY) => buffer(decrypt('FILE', inParts(bytes, 7_001), { key }))

test.each([0, 65_535, 65_536, 65_537, 300_000])('O56 %i bytes are decrypted as they were', async (length) => {
  const bytes = randomBytes(length)
  const secret = await encrypted(bytes)
  expect(isEncrypted(secret)).toBe(true)
  expect((await decrypted(secret)).equals(bytes)).toBe(true)
})

test('O56 the same bytes are never encrypted alike', async () => {
  const [one, other] = [await encrypted(Buffer.alloc(100)), await encrypted(Buffer.alloc(100))]
  expect(one.subarray(25).equals(other.subarray(25))).toBe(false)
})

const CHUNK = 65_536 + 16
const HEADER = 25 + 32 + 32

const flip = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const whole = encrypted(randomBytes(150_000))
const CHANGED = 'it was changed or cut after it was encrypted'
const WRONG_KEY = 'BACKUP_KEY is not the key that FILE was encrypted with.'

// prettier-ignore
test.each<[what: string, change: (bytes: Buffer) => Buffer, sentence: string]>([
  ['a changed salt',           (bytes) => flip(bytes, 30),                              WRONG_KEY],
  ['a changed header hash',    (bytes) => flip(bytes, HEADER - 1),                      WRONG_KEY],
  ['a file cut in its header', (bytes) => bytes.subarray(0, 40),                        WRONG_KEY],
  ['a changed first byte',     (bytes) => flip(bytes, HEADER),                          CHANGED],
  ['a changed last byte',      (bytes) => flip(bytes, bytes.length - 1),                CHANGED],
  ['a cut last chunk',         (bytes) => bytes.subarray(0, HEADER + 2 * CHUNK),        CHANGED],
  ['no chunk at all',          (bytes) => bytes.subarray(0, HEADER),                    CHANGED],
  ['a missing first chunk',    (bytes) => Buffer.concat([bytes.subarray(0, HEADER), bytes.subarray(HEADER + CHUNK)]), CHANGED],
  ['two chunks exchanged',     (bytes) => Buffer.concat([bytes.subarray(0, HEADER), bytes.subarray(HEADER + CHUNK, HEADER + 2 * CHUNK), bytes.subarray(HEADER, HEADER + CHUNK), bytes.subarray(HEADER + 2 * CHUNK)]), CHANGED],
  ['more after the end',       (bytes) => Buffer.concat([bytes, Buffer.alloc(9)]),      CHANGED],
])('O56 %s is found', async (_what, change, sentence) => {
  await expect(decrypted(change(await whole))).rejects.toThrow(sentence)
})

test('O56 a wrong or missing key is named', async () => {
  const secret = await encrypted(randomBytes(10))
  await expect(decrypted(secret, `${KEY}4`)).rejects.toThrow(WRONG_KEY)
  await expect(buffer(decrypt('FILE', inParts(secret, 10), {}))).rejects.toThrow('FILE is encrypted: set BACKUP_KEY')
})

const PLAIN = Buffer.from('plain')
const EXCHANGED = 'FILE.enc is not encrypted, although its name says so'

// prettier-ignore
test.each<[what: string, file: string, options: DecryptOptions, sentence: string | undefined]>([
  ['without a key',                    'FILE',     {},                                   undefined],
  ['with a key',                       'FILE',     { key: KEY },                         'FILE is not encrypted, although BACKUP_KEY is set'],
  ['with a key, if it is allowed',     'FILE',     { key: KEY, isPlainAllowed: true },   undefined],
  ['named .enc',                       'FILE.enc', { key: KEY, isPlainAllowed: true },   EXCHANGED],
  ['named .enc, without a key',        'FILE.enc', {},                                   EXCHANGED],
])('O56 a plain file %s is read or refused', async (_what, file, options, sentence) => {
  const reading = buffer(decrypt(file, inParts(PLAIN, 10), options))
  if (sentence === undefined) expect((await reading).equals(PLAIN)).toBe(true)
  else await expect(reading).rejects.toThrow(sentence)
})
