import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { percentile } from './account.ts'

/** Somebody whose devices are connected: one after the other to these addresses. */
export interface Person {
  urls: readonly string[]
  token: string
  project: string
}

export type SocketJob =
  | { type: 'connect'; people: readonly Person[]; speaks: 'socket.io' | 'relay'; name: string }
  | { type: 'press'; name: string; perSecond: number; milliseconds: number }

export interface Heard {
  presses: number
  /** How many of the user's other devices should have heard of a press and did not. */
  missing: number
  /** In milliseconds, from the press to a device that hears of it. */
  p50: number
  p99: number
}

interface Device {
  socket: WebSocket
  url: string
}

interface Group {
  speaks: 'socket.io' | 'relay'
  users: User[]
}

interface User {
  project: string
  devices: Device[]
  /** One of them presses, so that its presses are numbered. */
  command: { device: string; sequence: number; runId: string; last: string | null; at: number }
  awaited: { id: string; sentAt: number; left: number; from: Device } | undefined
}

const PATIENCE_MS = 5_000
const AT_ONCE = 50
const groups = new Map<string, Group>()
let times: number[] = []

async function connectAll(people: readonly Person[], name: string, speaks: Group['speaks']) {
  const users = groups.get(name)?.users ?? []
  groups.set(name, { speaks, users })
  for (let from = 0; from < people.length; from += AT_ONCE)
    await Promise.all(
      people.slice(from, from + AT_ONCE).map(async (person) => {
        const command = { device: randomUUID(), sequence: 0, runId: randomUUID(), last: null, at: 0 }
        const user: User = { project: person.project, devices: [], command, awaited: undefined }
        for (const url of person.urls) user.devices.push(await connect(user, url, person.token, speaks))
        users.push(user)
      }),
    )
}

function connect(user: User, url: string, token: string, speaks: Group['speaks']) {
  return new Promise<Device>((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    const device = { socket, url }
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (speaks === 'relay' && text === '') return resolve(device)
      if (speaks === 'socket.io') {
        if (text.startsWith('0')) return socket.send(`40${JSON.stringify({ token, proto: 2 })}`)
        if (text === '2') return socket.send('3')
        if (text.startsWith('40')) return resolve(device)
        if (text.startsWith('44')) return reject(new Error(text))
      }
      hear(user, device, text)
    })
  })
}

function hear(user: User, device: Device, text: string) {
  const { awaited } = user
  if (awaited === undefined || device === awaited.from || !text.includes(awaited.id)) return
  const isElsewhere = device.url !== awaited.from.url
  // Where a user's devices are on several servers, it is the way between those that is measured.
  if (isElsewhere || user.devices.every(({ url }) => url === device.url)) times.push(performance.now() - awaited.sentAt)
  awaited.left -= 1
  if (awaited.left === 0) user.awaited = undefined
}

async function press({ name, perSecond, milliseconds }: Extract<SocketJob, { type: 'press' }>): Promise<Heard> {
  const group = groups.get(name)
  if (group === undefined) throw new Error(`Nobody is connected to ${name}`)
  const { users, speaks } = group
  times = []
  const startedAt = performance.now()
  let [presses, missing] = [0, 0]
  while (performance.now() - startedAt < milliseconds) {
    const user = users[presses % users.length]
    if (user === undefined) break
    if (user.awaited !== undefined) {
      missing += user.awaited.left
      user.awaited = undefined
    }
    say(user, speaks)
    presses += 1
    const next = startedAt + (presses * 1_000) / perSecond
    if (next > performance.now()) await sleep(next - performance.now())
  }
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(20))
    if (users.every(({ awaited }) => awaited === undefined)) break
  missing += users.reduce((sum, { awaited }) => sum + (awaited?.left ?? 0), 0)
  return { presses, missing, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/** Starts the user's timer, or pauses and resumes it in turns. */
function say(user: User, speaks: Group['speaks']) {
  const { command, devices, project } = user
  const id = randomUUID()
  const [sequence, at] = [command.sequence + 1, Math.max(Date.now(), command.at + 1)]
  const type = sequence === 1 ? 'start' : sequence % 2 === 0 ? 'pause' : 'resume'
  const begun = {
    subject: { projectId: project, taskId: null, notes: '', tags: [] },
    config: { workMs: 25 * 60_000, breakMs: 5 * 60_000, repetitions: 4 },
    isInfinite: true,
  }
  const event = { type, at, runId: command.runId, ...(type === 'start' ? begun : { phase: 0 }) }
  const { device, last: base } = command
  const text = JSON.stringify([`timer:${type}`, { cmd: { id, device, sequence, base, sawWait: false, event } }])
  user.command = { ...command, sequence, last: id, at }
  const [from] = devices
  if (from === undefined) return
  user.awaited = { id, sentAt: performance.now(), left: devices.length - 1, from }
  from.socket.send(speaks === 'relay' ? text : `42${text}`)
}

process.on('message', (job: SocketJob) => {
  const done = job.type === 'connect' ? connectAll(job.people, job.name, job.speaks) : press(job)
  done.then(
    (result) => process.send?.(result ?? {}),
    (error: Error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
