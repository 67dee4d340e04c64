import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { percentile } from './account.ts'

/** A user with one device per address. */
export interface Person {
  urls: readonly string[]
  token: string
  project: string
}

export type SocketJob =
  | { type: 'connect'; people: readonly Person[]; protocol: 'socket.io' | 'relay'; name: string }
  | { type: 'press'; name: string; perSecond: number; milliseconds: number }
  | { type: 'reconnect'; name: string }

export interface DeliveryResult {
  presses: number
  /** Messages to the user's other devices that did not arrive. */
  missing: number
  /** Milliseconds from a command to its arrival at another device. */
  p50: number
  p99: number
}

interface Device {
  socket: WebSocket
  url: string
}

interface Group {
  protocol: 'socket.io' | 'relay'
  users: User[]
}

interface User {
  person: Person
  devices: Device[]
  /** The state of the one device that sends commands, which must be numbered. */
  command: { device: string; sequence: number; runId: string; last: string | null; at: number }
  awaited: { id: string; sentAt: number; left: number; from: Device } | undefined
}

const DELIVERY_TIMEOUT_MS = 5_000
const BATCH_SIZE = 50
const groups = new Map<string, Group>()
let deliveryTimes: number[] = []

async function connectAll(people: readonly Person[], name: string, protocol: Group['protocol']) {
  const users = groups.get(name)?.users ?? []
  groups.set(name, { protocol, users })
  for (let from = 0; from < people.length; from += BATCH_SIZE)
    await Promise.all(
      people.slice(from, from + BATCH_SIZE).map(async (person) => {
        const command = { device: randomUUID(), sequence: 0, runId: randomUUID(), last: null, at: 0 }
        const user: User = { person, devices: [], command, awaited: undefined }
        for (const url of person.urls) user.devices.push(await connect(user, url, protocol))
        users.push(user)
      }),
    )
}

/** Reconnects all devices at once, with the same backoff as our clients. */
async function reconnectAll(name: string) {
  const { users, protocol } = findGroup(name)
  const reconnect = async (user: User, url: string) => {
    for (let attempt = 0; ; attempt += 1) {
      await sleep(Math.min(1_000 * 2 ** attempt, 5_000) * (0.5 + Math.random()))
      const device = await connect(user, url, protocol).catch(() => undefined)
      if (device !== undefined) return device
    }
  }
  await Promise.all(
    users.map(async (user) => {
      for (const { socket } of user.devices) socket.terminate()
      user.awaited = undefined
      user.devices = await Promise.all(user.person.urls.map((url) => reconnect(user, url)))
    }),
  )
}

function connect(user: User, url: string, protocol: Group['protocol']) {
  const { token } = user.person
  return new Promise<Device>((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const device = { socket, url }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The connection was closed')))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (protocol === 'relay' && text === '') return resolve(device)
      if (protocol === 'socket.io') {
        if (text.startsWith('0')) return socket.send(`40${JSON.stringify({ token, proto: 2 })}`)
        if (text === '2') return socket.send('3')
        if (text.startsWith('40')) return resolve(device)
        if (text.startsWith('44')) return reject(new Error(text))
      }
      receive(user, device, text)
    })
  })
}

function receive(user: User, device: Device, text: string) {
  const { awaited } = user
  if (awaited === undefined || device === awaited.from || !text.includes(awaited.id)) return
  const isElsewhere = device.url !== awaited.from.url
  // If a user's devices are on several servers, only deliveries between servers count.
  if (isElsewhere || user.devices.every(({ url }) => url === device.url))
    deliveryTimes.push(performance.now() - awaited.sentAt)
  awaited.left -= 1
  if (awaited.left === 0) user.awaited = undefined
}

function findGroup(name: string) {
  const group = groups.get(name)
  if (group === undefined) throw new Error(`No device is connected to ${name}`)
  return group
}

async function press({
  name,
  perSecond,
  milliseconds,
}: Extract<SocketJob, { type: 'press' }>): Promise<DeliveryResult> {
  const { users, protocol } = findGroup(name)
  deliveryTimes = []
  const startedAt = performance.now()
  let [presses, missing] = [0, 0]
  while (performance.now() - startedAt < milliseconds) {
    const user = users[presses % users.length]
    if (user === undefined) break
    if (user.awaited !== undefined) {
      missing += user.awaited.left
      user.awaited = undefined
    }
    sendNextCommand(user, protocol)
    presses += 1
    const next = startedAt + (presses * 1_000) / perSecond
    if (next > performance.now()) await sleep(next - performance.now())
  }
  for (const end = performance.now() + DELIVERY_TIMEOUT_MS; performance.now() < end; await sleep(20))
    if (users.every(({ awaited }) => awaited === undefined)) break
  missing += users.reduce((sum, { awaited }) => sum + (awaited?.left ?? 0), 0)
  return { presses, missing, p50: percentile(deliveryTimes, 0.5), p99: percentile(deliveryTimes, 0.99) }
}

/** Starts the user's timer, then pauses and resumes it in turns. */
function sendNextCommand(user: User, protocol: Group['protocol']) {
  const { command, devices } = user
  const id = randomUUID()
  const [sequence, at] = [command.sequence + 1, Math.max(Date.now(), command.at + 1)]
  const type = sequence === 1 ? 'start' : sequence % 2 === 0 ? 'pause' : 'resume'
  const startFields = {
    subject: { projectId: user.person.project, taskId: null, notes: '', tags: [] },
    config: { workMs: 25 * 60_000, breakMs: 5 * 60_000, repetitions: 4 },
    isInfinite: true,
  }
  const event = { type, at, runId: command.runId, ...(type === 'start' ? startFields : { phase: 0 }) }
  const { device, last: base } = command
  const text = JSON.stringify([`timer:${type}`, { cmd: { id, device, sequence, base, sawWait: false, event } }])
  user.command = { ...command, sequence, last: id, at }
  const [from] = devices
  if (from === undefined) return
  user.awaited = { id, sentAt: performance.now(), left: devices.length - 1, from }
  from.socket.send(protocol === 'relay' ? text : `42${text}`)
}

function runJob(job: SocketJob): Promise<DeliveryResult | void> {
  if (job.type === 'connect') return connectAll(job.people, job.name, job.protocol)
  return job.type === 'press' ? press(job) : reconnectAll(job.name)
}

process.on('message', (job: SocketJob) => {
  runJob(job).then(
    (result) => process.send?.(result ?? {}),
    (error: Error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
