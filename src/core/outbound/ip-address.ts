/** An address of version 4 or 6 as a number. An IPv4 address in IPv6 notation (`::ffff:10.0.0.1`) is of version 4. */
export interface IpAddress {
  bits: 32 | 128
  value: bigint
}

/** All addresses that begin with the same bits. */
export interface Network {
  first: IpAddress
  prefixLength: number
}

const MAPPED_PREFIX = 0xffffn
const GROUPS = 8

/** Returns undefined for everything but the plain notations; forms like `0x7f.1` or a zone (`fe80::1%eth0`) are none. */
export function parseIp(text: string): IpAddress | undefined {
  if (!text.includes(':')) {
    const value = parseV4(text)
    return value === undefined ? undefined : { bits: 32, value }
  }
  const value = parseV6(text)
  if (value === undefined) return undefined
  return value >> 32n === MAPPED_PREFIX ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value }
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const first = parseIp(address)
  if (first === undefined) return undefined
  const prefixLength = length === undefined ? first.bits : Number(length)
  return prefixLength <= first.bits ? { first, prefixLength } : undefined
}

export function isInNetwork({ bits, value }: IpAddress, { first, prefixLength }: Network) {
  const ignoredBits = BigInt(first.bits - prefixLength)
  return bits === first.bits && value >> ignoredBits === first.value >> ignoredBits
}

function parseV4(text: string) {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return joinParts(parts.map(Number), 8n)
}

function parseV6(text: string) {
  const [head = '', tail, ...others] = spellOutV4(text)?.split('::') ?? []
  const before = readGroups(head)
  const after = readGroups(tail ?? '')
  if (others.length > 0 || before === undefined || after === undefined) return undefined
  const missing = GROUPS - before.length - after.length
  // `::` stands for at least one group.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  return joinParts([...before, ...Array<number>(missing).fill(0), ...after], 16n)
}

/** Writes an IPv4 address at the end as two groups. */
function spellOutV4(text: string) {
  const start = text.lastIndexOf(':') + 1
  if (!text.includes('.', start)) return text
  const value = parseV4(text.slice(start))
  return value === undefined
    ? undefined
    : `${text.slice(0, start)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`
}

function readGroups(text: string) {
  if (text === '') return []
  const groups = text.split(':')
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined
}

const joinParts = (parts: number[], bits: bigint) => parts.reduce((value, part) => (value << bits) | BigInt(part), 0n)
