import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { NEW_ID, percentile } from './account.ts'

export interface HttpLoad {
  port: number
  connections: number
  milliseconds: number
  /** Whole HTTP requests as text, sent in order by whichever connection is free. `NEW_ID` becomes another id each time. */
  requests: readonly string[]
}

export interface HttpLoadResult {
  perSecond: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
  answers: number
  /** How many answers were neither 200 nor 201. */
  wrong: number
}

/** Returns a function that gives a request the id of a new record, without composing its text again. */
function prepare(request: string) {
  const bytes = Buffer.from(request)
  const place = bytes.indexOf(NEW_ID)
  if (place !== -1) return () => (bytes.write(randomUUID(), place), bytes)
  return () => bytes
}

/** A closed loop: each connection sends its next request when the last one was answered. */
async function runLoad({ port, connections, milliseconds, requests }: HttpLoad): Promise<HttpLoadResult> {
  const prepared = requests.map(prepare)
  const times: number[] = []
  const startedAt = performance.now()
  let [sent, wrong] = [0, 0]
  const next = () => {
    if (performance.now() - startedAt >= milliseconds) return undefined
    sent += 1
    return prepared[sent % prepared.length]?.()
  }
  const onReply = (status: number, time: number) => {
    times.push(time)
    if (status !== 200 && status !== 201) wrong += 1
  }
  await Promise.all(Array.from({ length: connections }, () => sendOnConnection(port, next, onReply)))
  const seconds = (performance.now() - startedAt) / 1_000
  const answers = times.length
  return { perSecond: answers / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99), answers, wrong }
}

const HEAD_END = Buffer.from('\r\n\r\n')
/** The last chunk of a body without a content-length. JSON contains no line breaks, so it occurs only at the end. */
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** Sends requests over one connection until `next` returns none. */
function sendOnConnection(
  port: number,
  next: () => Buffer | undefined,
  onReply: (status: number, time: number) => void,
) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let head: Buffer | undefined
    let [status, sentAt] = [0, 0]
    let isEnd: ((chunk: Buffer) => boolean) | undefined
    const send = () => {
      const request = next()
      if (request === undefined) return void socket.end(resolve)
      sentAt = performance.now()
      socket.write(request)
    }
    const readBody = (chunk: Buffer) => {
      if (!isEnd?.(chunk)) return
      isEnd = undefined
      onReply(status, performance.now() - sentAt)
      send()
    }
    socket.on('data', (chunk) => {
      if (isEnd !== undefined) return readBody(chunk)
      const known = head === undefined ? chunk : Buffer.concat([head, chunk])
      const end = known.indexOf(HEAD_END)
      head = end === -1 ? known : undefined
      if (end === -1) return
      const text = known.toString('latin1', 0, end)
      status = Number(text.slice(9, 12))
      isEnd = findEnd(text)
      readBody(known.subarray(end + HEAD_END.length))
    })
    socket.on('error', reject)
    socket.on('connect', send)
  })
}

/** Returns a function that tells, for each part of a body, whether it is the last. */
function findEnd(head: string) {
  let left = Number(/content-length: *(\d+)/i.exec(head)?.[1])
  if (Number.isNaN(left)) return findLastChunk()
  return (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) throw new Error('A reply is longer than its content-length')
    return left === 0
  }
}

function findLastChunk() {
  let last = Buffer.alloc(0)
  return (chunk: Buffer) => {
    last = Buffer.concat([last, chunk.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
    return last.equals(LAST_CHUNK)
  }
}

process.on('message', (job: HttpLoad) => void runLoad(job).then((result) => process.send?.(result)))
process.on('disconnect', () => process.exit())
