import { StringDecoder } from 'node:string_decoder'
import { UnreadableFile } from './unreadable-file.ts'

export type XmlPart =
  { type: 'open'; name: string; attributes: string } | { type: 'close'; name: string } | { type: 'text'; text: string }

const CHUNK_BYTES = 256 * 1024
/** A longer tag, comment or text is no spreadsheet's. */
const MAX_PART_LENGTH = 1024 * 1024

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y
const CDATA = '<![CDATA['
const CDATA_END = ']]>'
/** What is no tag, and how it ends. Declarations of entities are refused: they can be made to explode. */
const MARKUP: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  [CDATA, CDATA_END],
]

/** Reads XML in UTF-8 part by part: tags without their namespaces, and the text between them. */
export function* readXml(bytes: Buffer): Generator<XmlPart> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    rest = yield* readParts(rest + decoder.write(bytes.subarray(from, from + CHUNK_BYTES)))
    if (rest.length > MAX_PART_LENGTH) throw new UnreadableFile('importDamaged')
  }
  if (rest.includes('<')) throw new UnreadableFile('importDamaged')
}

/** Reads the parts that end in the text. Returns the rest. */
function* readParts(text: string): Generator<XmlPart, string> {
  let at = 0
  for (let open = text.indexOf('<'); open !== -1; open = text.indexOf('<', at)) {
    if (open > at) yield { type: 'text', text: decodeEntities(text.slice(at, open)) }
    at = open
    TAG.lastIndex = open
    const tag = TAG.exec(text)
    const end = tag === null ? findEndOfMarkup(text, open) : TAG.lastIndex
    if (end === undefined) break
    at = end
    if (tag !== null) yield* partsOfTag(tag)
    else if (text.startsWith(CDATA, open))
      yield { type: 'text', text: text.slice(open + CDATA.length, end - CDATA_END.length) }
  }
  return text.slice(at)
}

function* partsOfTag([, slash, name = '', attributes = '']: RegExpExecArray): Generator<XmlPart> {
  if (slash === '') yield { type: 'open', name, attributes }
  if (slash !== '' || attributes.endsWith('/')) yield { type: 'close', name }
}

/** The end of a comment or the like; undefined if it is in the text to come. */
function findEndOfMarkup(text: string, at: number) {
  if (/^<!D/i.test(text.slice(at, at + 3))) throw new UnreadableFile('importHasDtd')
  const [, end] = MARKUP.find(([start]) => text.startsWith(start, at)) ?? []
  const found = end === undefined ? -1 : text.indexOf(end, at)
  return found === -1 ? undefined : found + end!.length
}

/** Reads an attribute, with or without a namespace; empty if it is missing. */
export function attributeReader(name: string) {
  const pattern = new RegExp(String.raw`(?:^|[\s:])${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`)
  return (attributes: string) => {
    const [, double, single] = pattern.exec(attributes) ?? []
    return decodeEntities(double ?? single ?? '')
  }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decodeEntities = (text: string) =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex, decimal, name) =>
        name === undefined
          ? toCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), whole)
          : (ENTITIES[name] ?? whole),
      )
    : text

const toCharacter = (code: number, otherwise: string) => (code <= 0x10_ffff ? String.fromCodePoint(code) : otherwise)
