import { connect } from 'node:net'
import { percentile } from './account.ts'

export interface Job {
  port: number
  connections: number
  milliseconds: number
  /** Whole requests as they go over the wire; sent one after the other, by whichever connection is free. */
  requests: readonly string[]
}

export interface Result {
  perSecond: number
  /** In milliseconds. */
  p50: number
  p99: number
  answers: number
  /** How many answers were neither 200 nor 201. */
  wrong: number
}

/** Asks as fast as it is answered: each connection sends its next request once the last is answered. */
async function load({ port, connections, milliseconds, requests }: Job): Promise<Result> {
  const bytes = requests.map((request) => Buffer.from(request))
  const times: number[] = []
  const startedAt = performance.now()
  let [asked, wrong] = [0, 0]
  const next = () => {
    if (performance.now() - startedAt >= milliseconds) return undefined
    asked += 1
    return bytes[asked % bytes.length]
  }
  const heard = (status: number, time: number) => {
    times.push(time)
    if (status !== 200 && status !== 201) wrong += 1
  }
  await Promise.all(Array.from({ length: connections }, () => ask(port, next, heard)))
  const seconds = (performance.now() - startedAt) / 1_000
  const answers = times.length
  return { perSecond: answers / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99), answers, wrong }
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** One connection, until there is nothing more to ask. */
function ask(port: number, next: () => Buffer | undefined, heard: (status: number, time: number) => void) {
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
    const take = (length: number) => {
      left -= length
      if (left > 0) return
      if (left < 0) throw new Error('More was answered than was asked')
      heard(status, performance.now() - sentAt)
      send()
    }
    socket.on('data', (chunk) => {
      if (left > 0) return take(chunk.length)
      const known = head === undefined ? chunk : Buffer.concat([head, chunk])
      const end = known.indexOf(HEAD_END)
      head = end === -1 ? known : undefined
      if (end === -1) return
      const text = known.toString('latin1', 0, end)
      const length = Number(/content-length: *(\d+)/i.exec(text)?.[1])
      if (Number.isNaN(length)) throw new Error('An answer does not tell its length')
      status = Number(text.slice(9, 12))
      left = length
      take(known.length - end - HEAD_END.length)
    })
    socket.on('error', reject)
    socket.on('connect', send)
  })
}

process.on('message', (job: Job) => void load(job).then((result) => process.send?.(result)))
process.on('disconnect', () => process.exit())
