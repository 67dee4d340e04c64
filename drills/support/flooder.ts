import { randomBytes } from 'node:crypto'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { BAD_PACKETS } from '#server/abuse-tests/bad-packets.ts'

export interface Flood {
  url: string
  token: string
  kind: 'events' | 'bad packets' | 'bytes' | 'bytes by calls'
}

export interface FloodResult {
  sent: number
  /** How often the server disconnected or refused it. */
  disconnects: number
}

const INTERVAL_MS = 10
/** Makes ten thousand a second. */
const PACKETS_PER_INTERVAL = 100
const BAD_PACKET_LIST = Object.values(BAD_PACKETS).flat()
const PACKETS: Record<Flood['kind'], (index: number) => string | Uint8Array<ArrayBuffer>> = {
  events: () => '42["timer:tick",{}]',
  'bad packets': (index) => BAD_PACKET_LIST[index % BAD_PACKET_LIST.length] as string,
  bytes: () => new Uint8Array(randomBytes(Math.random() < 0.01 ? 20_000 : 20)),
  'bytes by calls': () => new Uint8Array(randomBytes(1_000)),
}

/** Runs as its own process with low priority, so that it slows down only the server. It reconnects at once. */
setPriority(10)
process.on('message', ({ url, token, kind }: Flood) => {
  const result: FloodResult = { sent: 0, disconnects: 0 }
  const flood = kind === 'bytes by calls' ? floodPolling : floodSocket
  void (async () => {
    for (;;) await flood({ url, token, kind }, result).catch(() => sleep(INTERVAL_MS))
  })()
  process.once('SIGTERM', () => process.send?.(result, () => process.exit()))
})

async function floodSocket({ url, token, kind }: Flood, result: FloodResult) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
  socket.addEventListener('open', () => socket.send(`40${JSON.stringify({ token })}`))
  const accepted = new Promise<void>((resolve) =>
    socket.addEventListener('message', ({ data }) => String(data).startsWith('40') && resolve()),
  )
  await Promise.race([closed, accepted])
  while (socket.readyState === WebSocket.OPEN) {
    for (let index = 0; index < PACKETS_PER_INTERVAL; index++) socket.send(PACKETS[kind](result.sent++))
    await Promise.race([closed, sleep(INTERVAL_MS)])
  }
  result.disconnects += 1
}

async function floodPolling({ url, kind }: Flood, result: FloodResult) {
  const address = `${url}/socket.io/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(address)).text()).slice(1)) as { sid: string }
  for (let isOpen = true; isOpen; result.sent += 1) {
    const reply = await fetch(`${address}&sid=${sid}`, { method: 'POST', body: PACKETS[kind](result.sent) })
    await reply.text()
    isOpen = reply.ok
  }
  result.disconnects += 1
}
