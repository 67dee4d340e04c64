import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const TYPE_BYTES = 4
const TYPES = { 1: 'A', 28: 'AAAA' } as const
/** A reply without an error to a query that asked for recursion. */
const FLAGS = 0x81_80
/** A pointer to the name in the question, the internet class, and a lifetime of 0 seconds. */
const POINTER_TO_NAME = Buffer.from([0xc0, HEADER_BYTES])
const CLASS_AND_LIFETIME = Buffer.from([0, 1, 0, 0, 0, 0])

/** Returns the addresses of a name, or undefined to leave the query without a reply. */
type Answer = (name: string, type: 'A' | 'AAAA') => string[] | undefined

/** A real name server on loopback. IPv6 addresses of its answers have to be written in all eight groups. */
export async function startDnsServer(answer: Answer) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, HEADER_BYTES) + 1 + TYPE_BYTES
    const type = query.readUInt16BE(end - TYPE_BYTES)
    const addresses = answer(readName(query), TYPES[type as keyof typeof TYPES])
    if (addresses === undefined) return
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(FLAGS, 2)
    header.writeUInt16BE(addresses.length, 6)
    // No further sections: some resolvers add one to the query.
    header.fill(0, 8)
    const records = addresses.map((found) => toRecord(type, found))
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

function readName(query: Buffer) {
  const labels: string[] = []
  for (let at = HEADER_BYTES; query[at] !== 0; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
  return labels.join('.').toLowerCase()
}

function toRecord(type: number, address: string) {
  const data = address.includes(':')
    ? Buffer.from(
        address
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number))
  return Buffer.concat([POINTER_TO_NAME, toUint16(type), CLASS_AND_LIFETIME, toUint16(data.length), data])
}

function toUint16(value: number) {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
