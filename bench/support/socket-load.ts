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
  | { type: 'end-phases'; name: string; endsAt: number }
  | { type: 'tick'; name: string; perSecond: number; milliseconds: number }

export interface DeliveryResult {
  presses: number
  /** Messages to the user's other devices that did not arrive. */
  missing: number
  /** Milliseconds from a command to its arrival at another device. */
  p50: number
  p99: number
}

export interface PhaseEnds {
  /** Milliseconds from the end of each user's phase until the last device was told. */
  late: number[]
  /** Messages about an end that came twice, or not at all. */
  wrong: number
}

export type SocketResult = DeliveryResult | PhaseEnds | { ticks: number }

interface Device {
  socket: WebSocket
  url: string
  /** Called with the time at which a phase that ended by itself was announced. */
  onPhaseEnd?: (at: number) => void
  onSync?: () => void
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
  /** The longest random wait before a reconnect, as the server has told. */
  spreadMs: number
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
        const user: User = { person, devices: [], command, awaited: undefined, spreadMs: 0 }
        for (const url of person.urls) user.devices.push(await connect(user, url, protocol))
        users.push(user)
      }),
    )
}

/** Reconnects all devices at once, with the same waits as our clients, and requests the timer for each. */
async function reconnectAll(name: string) {
  const { users, protocol } = findGroup(name)
  const reconnect = async (user: User, url: string) => {
    const spreadMs = Math.random() * user.spreadMs
    for (let attempt = 0; ; attempt += 1) {
      await sleep(waitBefore(attempt, spreadMs))
      const device = await connect(user, url, protocol).catch(() => undefined)
      if (device === undefined) continue
      if (protocol === 'socket.io') await requestSync(device)
      return device
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

/** Milliseconds, as Socket.IO computes them from our settings. */
function waitBefore(attempt: number, spreadMs: number) {
  const firstMs = 1_000 + spreadMs
  return Math.min(firstMs * 2 ** attempt * (0.5 + Math.random()), Math.max(5_000, firstMs))
}

function requestSync(device: Device) {
  return new Promise<void>((resolve) => {
    device.onSync = resolve
    device.socket.send('421["timer:requestSync",{}]')
  })
}

function connect(user: User, url: string, protocol: Group['protocol']) {
  const { token } = user.person
  return new Promise<Device>((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const device: Device = { socket, url }
    const handlers: [prefix: string, handle: (text: string) => void][] = [
      ['0', () => socket.send(`40${JSON.stringify({ token, proto: 2 })}`)],
      ['2', () => socket.send('3')],
      ['40', () => resolve(device)],
      ['431', () => device.onSync?.()],
      ['44', (text) => reject(new Error(text))],
      ['42["connection:spread"', (text) => (user.spreadMs = Number(/\d+/.exec(text.slice(3))?.[0]))],
    ]
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The connection was closed')))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (protocol === 'relay' && text === '') return resolve(device)
      const handle = protocol === 'socket.io' && handlers.find(([prefix]) => text.startsWith(prefix))?.[1]
      if (handle) return handle(text)
      receive(user, device, text)
    })
  })
}

function receive(user: User, device: Device, text: string) {
  if (text.startsWith('42["timer:state"')) device.onPhaseEnd?.(Date.now())
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

/** Sends what pages with a running timer send every ten seconds, and returns how often. */
async function tick({ name, perSecond, milliseconds }: Extract<SocketJob, { type: 'tick' }>) {
  const devices = findGroup(name).users.flatMap((user) => user.devices)
  const ticks = Math.floor((perSecond * milliseconds) / 1_000)
  for (let count = 0; count < ticks; count += 1) {
    devices[count % devices.length]?.socket.send('42["timer:tick",{"status":"running"}]')
    await sleep(1_000 / perSecond)
  }
  return { ticks }
}

/** The shortest phase. */
const PHASE_MS = 60_000
/** One server answers them all. What it refuses, these devices would not send again. */
const COMMANDS_PER_SECOND = 150
const END_TIMEOUT_MS = 15_000

/** Starts a phase for each user that ends within the second after a moment, and waits for the announcements. */
async function endPhases({ name, endsAt }: Extract<SocketJob, { type: 'end-phases' }>): Promise<PhaseEnds> {
  const { users } = findGroup(name)
  const results: { late: number[]; devices: number }[] = []
  for (const [index, user] of users.entries()) {
    const userEndsAt = endsAt + Math.floor((index * 1_000) / users.length)
    const result = { late: [] as number[], devices: user.devices.length }
    for (const device of user.devices) device.onPhaseEnd = (at) => result.late.push(at - userEndsAt)
    results.push(result)
    startPhase(user, userEndsAt - PHASE_MS)
    if (index % 10 === 9) await sleep(10_000 / COMMANDS_PER_SECOND)
  }
  if (Date.now() > endsAt) throw new Error('The phases were started too late')
  const isTold = ({ late, devices }: (typeof results)[number]) => late.length >= devices
  while (Date.now() < endsAt + END_TIMEOUT_MS && !results.every(isTold)) await sleep(50)
  // A message that comes twice may come later.
  await sleep(2_000)
  for (const [index, user] of users.entries()) {
    sendCommand(user, { type: 'stop', at: Date.now(), runId: user.command.runId, phase: 1, save: false })
    if (index % 10 === 9) await sleep(10_000 / COMMANDS_PER_SECOND)
  }
  const late = results.map((result) => Math.max(...result.late))
  const wrong = results.filter((result) => result.late.length !== result.devices).length
  return { late, wrong }
}

/** Starts a work phase at a moment, which must be after the user's last command. */
function startPhase(user: User, at: number) {
  user.command.runId = randomUUID()
  const subject = { projectId: user.person.project, taskId: null, notes: '', tags: [] }
  const config = { workMs: PHASE_MS, breakMs: 5 * 60_000, repetitions: 4 }
  sendCommand(user, { type: 'start', at, runId: user.command.runId, subject, config, isInfinite: false })
}

function sendCommand(user: User, event: { type: string; [field: string]: unknown }) {
  const { device, sequence, last: base } = user.command
  const id = randomUUID()
  const cmd = { id, device, sequence: sequence + 1, base, sawWait: false, event }
  user.command = { ...user.command, sequence: sequence + 1, last: id }
  user.devices[0]?.socket.send(`42${JSON.stringify([`timer:${event.type}`, { cmd }])}`)
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

function runJob(job: SocketJob): Promise<SocketResult | void> {
  if (job.type === 'connect') return connectAll(job.people, job.name, job.protocol)
  if (job.type === 'end-phases') return endPhases(job)
  if (job.type === 'tick') return tick(job)
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
