import { StringDecoder } from 'node:string_decoder'
import { UnreadableFile } from './unreadable-file.ts'

export type XmlPart =
  | { type: 'open'; name: string; attributes: string }
  | { type: 'close'; name: string }
  | { type: 'text'; text: string }

const CHUNK_BYTES = 256 * 1024
/** A longer tag, comment or text is no spreadsheet's. */
const MAX_PART_LENGTH = 1024 * 1024

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y
/** Parts without content, and how they end. Declarations of entities are refused: they can be made to explode. */
const SKIPPED: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<?', '?>'],
]
const CDATA = '<![CDATA['

/** Reads XML in UTF-8 part by part: tags without their namespaces, and the text between them. */
export function* readXml(bytes: Buffer): Generator<XmlPart> {
  const decoder = new StringDecoder('utf8')
  let text = ''
  let at = 0
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    text = text.slice(at) + decoder.write(bytes.subarray(from, from + CHUNK_BYTES))
    at = 0
    for (;;) {
      const part = readPart(text, at)
      if (part === undefined) break
      at = part.end
      yield* part.parts
    }
    if (text.length - at > MAX_PART_LENGTH) throw new UnreadableFile('importDamaged')
  }
  if (text.includes('<', at)) throw new UnreadableFile('importDamaged')
}

/** The part at a position; undefined if it goes on in the text to come. */
function readPart(text: string, at: number): { parts: XmlPart[]; end: number } | undefined {
  if (text.charCodeAt(at) !== LESS_THAN) {
    const end = text.indexOf('<', at)
    return end === -1 ? undefined : { parts: [{ type: 'text', text: decodeEntities(text.slice(at, end)) }], end }
  }
  for (const [start, end] of SKIPPED) if (text.startsWith(start, at)) return endPart([], text.indexOf(end, at), end)
  if (text.startsWith(CDATA, at)) {
    const end = text.indexOf(']]>', at)
    return endPart([{ type: 'text', text: text.slice(at + CDATA.length, end) }], end, ']]>')
  }
  if (/^<!D/i.test(text.slice(at, at + 3))) throw new UnreadableFile('importHasDtd')
  TAG.lastIndex = at
  const [tag, slash = '', name = '', attributes = ''] = TAG.exec(text) ?? []
  if (tag === undefined) return undefined
  const parts: XmlPart[] = slash === '' ? [{ type: 'open', name, attributes }] : [{ type: 'close', name }]
  if (slash === '' && attributes.endsWith('/')) parts.push({ type: 'close', name })
  return { parts, end: at + tag.length }
}

const LESS_THAN = 60

const endPart = (parts: XmlPart[], end: number, mark: string) =>
  end === -1 ? undefined : { parts, end: end + mark.length }

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
        name === undefined ? toCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), whole) : (ENTITIES[name] ?? whole),
      )
    : text

const toCharacter = (code: number, otherwise: string) =>
  code <= 0x10_ffff ? String.fromCodePoint(code) : otherwise
