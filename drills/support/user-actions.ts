import { createTimerDevice } from '#server/testing/timer-device.ts'
import { idOf } from '../../bench/support/site.ts'
import { DAY_MS, HOUR_MS } from '../../src/core/time/units.ts'

/** Sends a request; rejects unless it succeeds. */
export type SendCall = (call: {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  token?: string
  body?: object
}) => Promise<{
  data: never
}>

/** A user of the measured site, with a session. */
export interface Worker {
  /** The index among the site's users. */
  user: number
  token: string
}

const COMMANDS_AFTER_START = ['pause', 'resume', 'stop'] as const

const dateOfDaysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const randomBelow = (count: number) => Math.floor(Math.random() * count)

/** Returns a function that performs one random action of a random user as one request, in the shares of normal use. */
export function createUserActions(workers: readonly Worker[], send: SendCall) {
  const timers = workers.map(({ user, token }) => createTimerUser(send, { token, project: idOf('project', user, 1) }))
  const anyWorker = () => workers[randomBelow(workers.length)]!
  const get = (path: string) => send({ path, token: anyWorker().token })
  const shares: [percent: number, act: () => Promise<unknown>][] = [
    [20, () => get('/time-entries?limit=50')],
    [15, () => get('/timer')],
    [15, () => timers[randomBelow(timers.length)]!()],
    [10, () => createEntry(send, anyWorker())],
    [10, () => editEntry(send, anyWorker())],
    [10, () => get('/overview?zone=Europe/Madrid')],
    [
      8,
      () => get(`/reports/summary?from=${dateOfDaysAgo(30)}&to=${dateOfDaysAgo(0)}&zone=Europe/Madrid&group=project`),
    ],
    [6, () => get('/time-entries?search=session%2042&limit=50')],
    [6, () => get('/projects')],
  ]
  return function actOnce() {
    let left = Math.random() * 100
    return shares.find(([percent]) => (left -= percent) < 0)![1]()
  }
}

/** Starts, pauses, resumes and stops a timer in turns. While a reply is outstanding the user only reads. */
function createTimerUser(send: SendCall, { token, project }: { token: string; project: string }) {
  const clock = {
    get now() {
      return Date.now()
    },
  }
  const request = async (path: string, body?: object) => {
    const reply = await send({ path, token, ...(body && { method: 'POST', body }) })
    return { statusCode: 200, json: () => reply }
  }
  const device = createTimerDevice({ get: (path) => request(path), post: (path, body) => request(path, body) }, clock)
  let commands = 0
  let isWaiting = false
  let isUnacknowledged = false
  return async () => {
    if (isWaiting) return void (await send({ path: '/timer', token }))
    // An unacknowledged command is sent again unchanged.
    if (!isUnacknowledged) {
      const type = COMMANDS_AFTER_START[(commands % (COMMANDS_AFTER_START.length + 1)) - 1]
      if (type === undefined) device.start(project, { isInfinite: true })
      else device.act(type === 'stop' ? { type, save: true } : { type })
      commands += 1
    }
    isWaiting = isUnacknowledged = true
    try {
      await device.send()
      isUnacknowledged = false
    } finally {
      isWaiting = false
    }
  }
}

function createEntry(send: SendCall, { user, token }: Worker) {
  const start = Date.now() - DAY_MS - randomBelow(300) * DAY_MS
  const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + HOUR_MS).toISOString() }
  const about = { project: idOf('project', user, 1), task: idOf('task', user, 1), notes: 'Drew the plan' }
  return send({ method: 'POST', path: '/time-entries', token, body: { ...about, ...times } })
}

const editEntry = (send: SendCall, { user, token }: Worker) =>
  send({
    method: 'PUT',
    path: `/time-entries/${idOf('entry', user, randomBelow(50))}`,
    token,
    body: { notes: `Read again, the ${randomBelow(100)}th time`, tags: [idOf('tag', user, randomBelow(5))] },
  })
