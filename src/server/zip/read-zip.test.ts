import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesInMemory, openZip, ZipError, type ZipLimits } from './read-zip.ts'
import { zip, type ZippedFile } from './write-zip.ts'

const LIMITS: ZipLimits = { maxFiles: 100, maxPlainBytes: 1024 * 1024 }

async function toBytes(files: ZippedFile[]) {
  const parts: Uint8Array[] = []
  async function* all() {
    yield* files
  }
  for await (const part of zip(all())) parts.push(part)
  return Buffer.concat(parts)
}

async function readAll(bytes: Uint8Array, limits = LIMITS) {
  const contents: [string, string][] = []
  for (const file of (await openZip(bytesInMemory(bytes), limits)).values()) {
    const parts: Buffer[] = []
    for await (const part of file.read()) parts.push(part)
    contents.push([file.name, Buffer.concat(parts).toString()])
  }
  return contents
}

/** What reading ends with. */
const faultOf = (bytes: Uint8Array, limits = LIMITS) =>
  readAll(bytes, limits).then(
    () => 'read',
    (error: unknown) => {
      if (error instanceof ZipError) return error.fault
      throw error
    },
  )

const someFiles = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.string()), {
  selector: ([name]) => name,
  maxLength: 8,
})

test('what is written as a ZIP archive is read as it was', async () => {
  await fc.assert(
    fc.asyncProperty(someFiles, async (files) => {
      const written = await toBytes(files.map(([name, text]) => ({ name, content: [text] })))
      expect(await readAll(written)).toEqual(files.map(([name, text]) => [name, Buffer.from(text).toString()]))
    }),
    { numRuns: 50 },
  )
})

test('an archive with any byte changed or cut off is read as it was, or refused', async () => {
  const content = 'A line of text that is long enough to be compressed, compressed, compressed.\n'
  const whole = await toBytes([
    { name: 'one', content: [content] },
    { name: 'two', content: [content.repeat(3)] },
  ])
  const asWritten = await readAll(whole)
  const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(change, async ({ at, value }) => {
      const changed = Buffer.from(whole)
      changed[at] = value
      if ((await faultOf(changed)) === 'read')
        expect((await readAll(changed)).map(([, text]) => text)).toEqual(asWritten.map(([, text]) => text))
    }),
    { numRuns: 300 },
  )
  for (let length = 0; length < whole.length; length += 7)
    expect(await faultOf(whole.subarray(0, length)), String(length)).toBe(length < 4 ? 'no-zip' : 'damaged')
})

/** An archive of one file, with the sizes that its list of files claims. */
function handmade({ content = Buffer.from('content'), plain = 7, method = 0, flags = 0, sum = 0x3f_2b_98_44 } = {}) {
  const head = Buffer.alloc(31)
  head.writeUInt32LE(0x0403_4b50)
  head.writeUInt16LE(1, 26)
  head.write('a', 30)
  const entry = Buffer.alloc(47)
  entry.writeUInt32LE(0x0201_4b50)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(method, 10)
  entry.writeUInt32LE(sum, 16)
  entry.writeUInt32LE(content.length, 20)
  entry.writeUInt32LE(plain, 24)
  entry.writeUInt16LE(1, 28)
  entry.write('a', 46)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(head.length + content.length, 16)
  return Buffer.concat([head, content, entry, end])
}

const BOMB = deflateRawSync(Buffer.alloc(50_000_000))

// prettier-ignore
test.each<[what: string, bytes: Uint8Array, fault: string, limits?: ZipLimits]>([
  ['nothing',                                 Buffer.alloc(0),                                        'no-zip'],
  ['a text',                                  Buffer.from('Start,End\n1,2\n'.repeat(100)),            'no-zip'],
  ['a file with a wrong checksum',            handmade({ sum: 1 }),                                   'damaged'],
  ['an encrypted file',                       handmade({ flags: 1 }),                                 'unsupported'],
  ['an unknown method',                       handmade({ method: 12 }),                               'unsupported'],
  ['a size in an extension',                  handmade({ plain: 0xffff_ffff }),                       'unsupported'],
  ['a file that is larger than it says',      handmade({ content: BOMB, plain: 1_000, method: 8 }),   'damaged'],
  ['a file that is too large',                handmade({ content: BOMB, plain: 50_000_000, method: 8 }), 'too-large'],
  ['too many files',                          handmade(),                                             'too-large', { ...LIMITS, maxFiles: 0 }],
])('%s is refused', async (_what, bytes, fault, limits) => {
  expect(await faultOf(bytes, limits)).toBe(fault)
})
