import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { create, type Font } from 'fontkit'

const inflateAsync = promisify(inflate)
const require = createRequire(import.meta.url)

const OWN_FONT = require.resolve('@fontsource/hanken-grotesk/package.json')
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic-ext']
/**
 * For characters that our font lacks: a font of emoji, one with most alphabets, and a pixel font with nearly all of
 * Unicode. Each is loaded only for texts that need it.
 */
const FALLBACKS = [
  {
    file: fileOf(require.resolve('@fontsource/noto-emoji/package.json'), 'noto-emoji-emoji-400'),
    mayDraw: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u,
  },
  { file: fileOf(require.resolve('@fontsource/dejavu-sans/package.json'), 'dejavu-sans-latin-400'), mayDraw: /./su },
  { file: fileOf(require.resolve('@fontsource/unifont/package.json'), 'unifont-latin-400'), mayDraw: /./su },
]

/** Characters that only change how their neighbours are drawn. */
export const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u

function fileOf(manifest: string, name: string) {
  return join(dirname(manifest), 'files', `${name}-normal.woff`)
}

export type Weight = 'regular' | 'bold'

/** The first font with a glyph for a character draws it. */
export type Fonts = Record<Weight, readonly Font[]>

/** Loads our font, and fallbacks for characters that it lacks. */
export async function loadFonts(text: string): Promise<Fonts> {
  const [regular, bold] = [await loadWeight(400), await loadWeight(700)]
  let missing = [...new Set(text.normalize('NFC'))].filter(
    (character) => !/\p{Cc}/u.test(character) && !IGNORABLE.test(character),
  )
  const fallbacks: Font[] = []
  for (const { file, mayDraw } of FALLBACKS) {
    missing = missing.filter((character) => ![...regular, ...fallbacks].some((font) => hasGlyph(font, character)))
    if (missing.some((character) => mayDraw.test(character))) fallbacks.push(await loadFont(file))
  }
  return { regular: [...regular, ...fallbacks], bold: [...bold, ...fallbacks] }
}

export const hasGlyph = (font: Font, character: string) => font.hasGlyphForCodePoint(character.codePointAt(0)!)

const loadWeight = (weight: number) =>
  Promise.all(SUBSETS.map((subset) => loadFont(fileOf(OWN_FONT, `hanken-grotesk-${subset}-${weight}`))))

async function loadFont(file: string) {
  return create(await decompressWoff(await readFile(file))) as Font
}

const WOFF_HEADER_SIZE = 44
const SFNT_HEADER_SIZE = 12

/** Converts WOFF to an uncompressed font. From WOFF, fontkit would inflate a table again for every character. */
async function decompressWoff(woff: Buffer): Promise<Buffer> {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SFNT_HEADER_SIZE + 16 * count)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  const parts = [head]
  let at = head.length
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(WOFF_HEADER_SIZE + 20 * index)
    const [offset, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const bytes = woff.subarray(offset, offset + packed)
    const table = Buffer.concat([packed < length ? await inflateAsync(bytes) : bytes], Math.ceil(length / 4) * 4)
    const record = SFNT_HEADER_SIZE + 16 * index
    entry.copy(head, record, 0, 4)
    head.writeUInt32BE(entry.readUInt32BE(16), record + 4)
    head.writeUInt32BE(at, record + 8)
    head.writeUInt32BE(length, record + 12)
    parts.push(table)
    at += table.length
  }
  return Buffer.concat(parts)
}
