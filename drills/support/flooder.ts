import { randomBytes } from 'node:crypto'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { BAD_PACKETS } from '#server/abuse-tests/bad-packets.ts'

/** What a flood is of, and where it goes. */
export interface Flood {
  url: string
  token: string
  kind: 'events' | 'bad packets' | 'bytes' | 'bytes by calls'
}

/** What one flooder has done. */
export interface FloodResult {
  sent: number
  /** How often it was cut off, or refused. */
  disconnects: number
}

const INTERVAL_MS = 10
/** Ten thousand a second. */
const PACKETS_PER_INTERVAL = 100
const BAD = Object.values(BAD_PACKETS).flat()
const PACKETS: Record<Flood['kind'], (index: number) => string | Uint8Array<ArrayBuffer>> = {
  events: () => '42["timer:tick",{}]',
  'bad packets': (index) => BAD[index % BAD.length] as string,
  bytes: () => new Uint8Array(randomBytes(Math.random() < 0.01 ? 20_000 : 20)),
  'bytes by calls': () => new Uint8Array(randomBytes(1_000)),
}

/** A program of its own, so that others are not slowed down by its work. It comes back whenever it is cut off. */
setPriority(10)
process.on('message', ({ url, token, kind }: Flood) => {
  const done: FloodResult = { sent: 0, disconnects: 0 }
  const flood = kind === 'bytes by calls' ? floodPolling : floodSocket
  void (async () => {
    for (;;) await flood({ url, token, kind }, done).catch(() => sleep(INTERVAL_MS))
  })()
  process.once('SIGTERM', () => process.send?.(done, () => process.exit()))
})

async function floodSocket({ url, token, kind }: Flood, done: FloodResult) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const isClosed = new Promise((resolve) => socket.addEventListener('close', resolve))
  socket.addEventListener('open', () => socket.send(`40${JSON.stringify({ token })}`))
  const isIn = new Promise<void>((resolve) =>
    socket.addEventListener('message', ({ data }) => String(data).startsWith('40') && resolve()),
  )
  await Promise.race([isClosed, isIn])
  while (socket.readyState === WebSocket.OPEN) {
    for (let index = 0; index < PACKETS_PER_INTERVAL; index++) socket.send(PACKETS[kind](done.sent++))
    await Promise.race([isClosed, sleep(INTERVAL_MS)])
  }
  done.disconnects += 1
}

async function floodPolling({ url, kind }: Flood, done: FloodResult) {
  const address = `${url}/socket.io/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string }
  for (let isOpen = true; isOpen; done.sent += 1) {
    const reply = await fetch(`${address}&sid=${sid}`, { method: 'POST', body: PACKETS[kind](done.sent) })
    await reply.text()
    isOpen = reply.ok
  }
  done.disconnects += 1
}
