import { once } from 'node:events'
import { expect, test } from 'vitest'
import { en } from '#contract/messages/en.ts'
import { requestOf } from './everything.ts'
import { openLiveSite } from './live-site.ts'
import { MESSAGES } from './messages.ts'
import { filled } from './samples.ts'
import { type Caller, ENDPOINTS, filler } from './site.ts'

const FAULT = { ok: false, code: 'internal', message: en.internal, error: en.internal }
/** What finds out who calls. */
const GATE = ['sessions', 'users']

async function breakable() {
  const site = await openLiveSite()
  const { app, database, tables, complaints } = site

  /** From here on every query that names one of these tables is a bug. */
  async function lose(names: string[]) {
    for (const name of names) await database.db.schema.alterTable(name).renameTo(`lost_${name}`).execute()
  }

  /** Calls everything; a fault tells nobody anything but its number, under which the log has the rest. */
  async function statuses(caller: Caller, signIn: () => Promise<string>) {
    const found: [name: string, status: number][] = []
    for (const name of ENDPOINTS.keys()) {
      const { statusCode, headers, body } = await app.inject(requestOf(name, caller, await signIn()))
      found.push([name, statusCode])
      if (statusCode < 500) continue
      expect([statusCode, JSON.parse(body)], name).toEqual([500, FAULT])
      const line = complaints.find((line) => line.includes(`"reqId":"${String(headers['x-request-id'])}"`)) ?? '{}'
      expect(JSON.parse(line), name).toMatchObject({
        msg: 'request failed',
        err: { stack: expect.stringContaining(' at ') },
      })
    }
    return found
  }
  return { ...site, lose, statuses, others: tables.map(({ name }) => name).filter((name) => !GATE.includes(name)) }
}

test('S25 what breaks is told by a number alone, the log has the rest, and nobody is let in', async () => {
  const { lose, statuses, others, newcomer, connect, open, openSession, complaints } = await breakable()
  const ann = await newcomer()
  const socket = await connect(ann)
  await lose(others)
  // A press that fails is not acknowledged, and the connection goes on.
  socket.emit('timer:start', filled(MESSAGES['timer:start'][1], filler(ann)))
  expect(await socket.timeout(5_000).emitWithAck('timer:clock')).toBeTypeOf('number')
  await expect.poll(() => complaints.join('')).toContain('timer event failed')

  const broken = (await statuses(ann, () => openSession(ann.userId))).filter(([, status]) => status === 500)
  expect(broken.length).toBeGreaterThan(ENDPOINTS.size / 2)

  await lose(['sessions'])
  const closed = (await statuses(ann, async () => ann.token)).filter(([name]) => !ENDPOINTS.get(name)!.public)
  expect(closed.filter(([, status]) => status !== 500)).toEqual([])
  const [refusal] = (await once(open({ token: ann.token }) as never, 'connect_error')) as [Error]
  expect(refusal.message).toBe('unavailable')
  expect(complaints.join('')).not.toMatch(/canary|@example\.org/i)
})
