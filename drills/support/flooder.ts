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
export interface Flooded {
  sent: number
  /** How often it was cut off, or refused. */
  cut: number
}

const EVERY_MS = 10
/** Ten thousand a second. */
const AT_ONCE = 100
const bad = Object.values(BAD_PACKETS).flat()
const PACKETS: Record<Flood['kind'], (index: number) => string | Uint8Array<ArrayBuffer>> = {
  events: () => '42["timer:tick",{}]',
  'bad packets': (index) => bad[index % bad.length] as string,
  bytes: () => new Uint8Array(randomBytes(Math.random() < 0.01 ? 20_000 : 20)),
  'bytes by calls': () => new Uint8Array(randomBytes(1_000)),
}

/** A program of its own, so that others are not slowed down by its work. It comes back whenever it is cut off. */
setPriority(10)
process.on('message', ({ url, token, kind }: Flood) => {
  const done: Flooded = { sent: 0, cut: 0 }
  const flood = kind === 'bytes by calls' ? floodByCalls : floodOnce
  void (async () => {
    for (;;) await flood({ url, token, kind }, done).catch(() => sleep(EVERY_MS))
  })()
  process.once('SIGTERM', () => process.send?.(done, () => process.exit()))
})

async function floodOnce({ url, token, kind }: Flood, done: Flooded) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const isClosed = new Promise((resolve) => socket.addEventListener('close', resolve))
  socket.addEventListener('open', () => socket.send(`40${JSON.stringify({ token })}`))
  const isIn = new Promise<void>((resolve) =>
    socket.addEventListener('message', ({ data }) => String(data).startsWith('40') && resolve()),
  )
  await Promise.race([isClosed, isIn])
  while (socket.readyState === WebSocket.OPEN) {
    for (let index = 0; index < AT_ONCE; index++) socket.send(PACKETS[kind](done.sent++))
    await Promise.race([isClosed, sleep(EVERY_MS)])
  }
  done.cut += 1
}

async function floodByCalls({ url, kind }: Flood, done: Flooded) {
  const address = `${url}/socket.io/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string }
  for (let isOpen = true; isOpen; done.sent += 1) {
    const reply = await fetch(`${address}&sid=${sid}`, { method: 'POST', body: PACKETS[kind](done.sent) })
    await reply.text()
    isOpen = reply.ok
  }
  done.cut += 1
}
