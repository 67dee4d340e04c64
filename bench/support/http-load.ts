import { connect } from 'node:net'
import { percentile } from './account.ts'

export interface HttpLoad {
  port: number
  connections: number
  milliseconds: number
  /** Whole HTTP requests as text, sent in order by whichever connection is free. */
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

/** A closed loop: each connection sends its next request when the last one was answered. */
async function runLoad({ port, connections, milliseconds, requests }: HttpLoad): Promise<HttpLoadResult> {
  const bytes = requests.map((request) => Buffer.from(request))
  const times: number[] = []
  const startedAt = performance.now()
  let [sent, wrong] = [0, 0]
  const next = () => {
    if (performance.now() - startedAt >= milliseconds) return undefined
    sent += 1
    return bytes[sent % bytes.length]
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

/** Sends requests over one connection until `next` returns none. */
function sendOnConnection(
  port: number,
  next: () => Buffer | undefined,
  onReply: (status: number, time: number) => void,
) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let head: Buffer | undefined
    let [left, status, sentAt] = [0, 0, 0]
    const send = () => {
      const request = next()
      if (request === undefined) return void socket.end(resolve)
      sentAt = performance.now()
      socket.write(request)
    }
    const readBody = (length: number) => {
      left -= length
      if (left > 0) return
      if (left < 0) throw new Error('A reply is longer than its content-length')
      onReply(status, performance.now() - sentAt)
      send()
    }
    socket.on('data', (chunk) => {
      if (left > 0) return readBody(chunk.length)
      const known = head === undefined ? chunk : Buffer.concat([head, chunk])
      const end = known.indexOf(HEAD_END)
      head = end === -1 ? known : undefined
      if (end === -1) return
      const text = known.toString('latin1', 0, end)
      const length = Number(/content-length: *(\d+)/i.exec(text)?.[1])
      if (Number.isNaN(length)) throw new Error('A reply has no content-length')
      status = Number(text.slice(9, 12))
      left = length
      readBody(known.length - end - HEAD_END.length)
    })
    socket.on('error', reject)
    socket.on('connect', send)
  })
}

process.on('message', (job: HttpLoad) => void runLoad(job).then((result) => process.send?.(result)))
process.on('disconnect', () => process.exit())
