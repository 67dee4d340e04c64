import { createTimerDevice } from '#server/testing/timer-device.ts'
import { idOf } from '../../bench/support/site.ts'
import { DAY_MS, HOUR_MS } from '../../src/core/time/units.ts'

/** Makes one call, which is refused by whatever is no success. */
export type SendCall = (call: {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  token?: string
  body?: object
}) => Promise<{
  data: never
}>

/** Somebody of the site that is measured, who has been working for some time. */
export interface Worker {
  /** Which of the site's users. */
  user: number
  token: string
}

const COMMANDS_AFTER_START = ['pause', 'resume', 'stop'] as const

const dateOfDaysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const randomBelow = (count: number) => Math.floor(Math.random() * count)

/** What people do all day in the app, each time with one call, and how many of a hundred calls are of that kind. */
export function createUserActions(workers: readonly Worker[], ask: SendCall) {
  const timers = workers.map(({ user, token }) => createTimerUser(ask, { token, project: idOf('project', user, 1) }))
  const as = () => workers[randomBelow(workers.length)]!
  const get = (path: string) => ask({ path, token: as().token })
  const shares: [percent: number, play: () => Promise<unknown>][] = [
    [20, () => get('/time-entries?limit=50')],
    [15, () => get('/timer')],
    [15, () => timers[randomBelow(timers.length)]!()],
    [10, () => createEntry(ask, as())],
    [10, () => editEntry(ask, as())],
    [10, () => get('/overview?zone=Europe/Madrid')],
    [
      8,
      () => get(`/reports/summary?from=${dateOfDaysAgo(30)}&to=${dateOfDaysAgo(0)}&zone=Europe/Madrid&group=project`),
    ],
    [6, () => get('/time-entries?search=session%2042&limit=50')],
    [6, () => get('/projects')],
  ]
  return function play() {
    let left = Math.random() * 100
    return shares.find(([percent]) => (left -= percent) < 0)![1]()
  }
}

/** Starts, pauses, resumes and stops a timer, again and again; who is still waiting for an answer only looks. */
function createTimerUser(ask: SendCall, { token, project }: { token: string; project: string }) {
  const clock = {
    get now() {
      return Date.now()
    },
  }
  const reach = async (path: string, body?: object) => {
    const reply = await ask({ path, token, ...(body && { method: 'POST', body }) })
    return { statusCode: 200, json: () => reply }
  }
  const device = createTimerDevice({ get: (path) => reach(path), post: (path, body) => reach(path, body) }, clock)
  let presses = 0
  let isWaiting = false
  let isUnheard = false
  return async () => {
    if (isWaiting) return void (await ask({ path: '/timer', token }))
    // What was not heard is said again, in the same words.
    if (!isUnheard) {
      const type = COMMANDS_AFTER_START[(presses % (COMMANDS_AFTER_START.length + 1)) - 1]
      if (type === undefined) device.start(project, { isInfinite: true })
      else device.press(type === 'stop' ? { type, save: true } : { type })
      presses += 1
    }
    isWaiting = isUnheard = true
    try {
      await device.send()
      isUnheard = false
    } finally {
      isWaiting = false
    }
  }
}

function createEntry(ask: SendCall, { user, token }: Worker) {
  const start = Date.now() - DAY_MS - randomBelow(300) * DAY_MS
  const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + HOUR_MS).toISOString() }
  const about = { project: idOf('project', user, 1), task: idOf('task', user, 1), notes: 'Drew the plan' }
  return ask({ method: 'POST', path: '/time-entries', token, body: { ...about, ...times } })
}

const editEntry = (ask: SendCall, { user, token }: Worker) =>
  ask({
    method: 'PUT',
    path: `/time-entries/${idOf('entry', user, randomBelow(50))}`,
    token,
    body: { notes: `Read again, the ${randomBelow(100)}th time`, tags: [idOf('tag', user, randomBelow(5))] },
  })
