import { once } from 'node:events'
import { expect, test } from 'vitest'
import { en } from '#contract/messages/en.ts'
import { sampleRequestOf } from './call-all-endpoints.ts'
import { startSocketServer } from './socket-server.ts'
import { SAMPLE_MESSAGES } from './sample-messages.ts'
import { fillPlaceholders } from './sample-requests.ts'
import { type Caller, ENDPOINTS, valuesFor } from './test-server.ts'

const FAULT = { ok: false, code: 'internal', message: en.internal, error: en.internal }
/** Tables that authentication reads. */
const AUTHENTICATION_TABLES = ['sessions', 'users']

async function startBreakable() {
  const server = await startSocketServer()
  const { app, database, tables, log } = server

  /** Renames tables, so that every query of them fails. */
  async function breakTables(names: string[]) {
    for (const name of names) await database.db.schema.alterTable(name).renameTo(`lost_${name}`).execute()
  }

  /** Calls every endpoint. A 500 reply holds only the request id in its headers, and the log has the stack under it. */
  async function callAll(caller: Caller, signIn: () => Promise<string>) {
    const found: [name: string, status: number][] = []
    for (const name of ENDPOINTS.keys()) {
      const { statusCode, headers, body } = await app.inject(sampleRequestOf(name, caller, await signIn()))
      found.push([name, statusCode])
      if (statusCode < 500) continue
      expect([statusCode, JSON.parse(body)], name).toEqual([500, FAULT])
      const line = log.find((line) => line.includes(`"reqId":"${String(headers['x-request-id'])}"`)) ?? '{}'
      expect(JSON.parse(line), name).toMatchObject({
        msg: 'request failed',
        err: { stack: expect.stringContaining(' at ') },
      })
    }
    return found
  }
  return {
    ...server,
    breakTables,
    callAll,
    otherTables: tables.map(({ name }) => name).filter((name) => !AUTHENTICATION_TABLES.includes(name)),
  }
}

test('S25 the reply to a server error has only the request id, the log has the details, and no failure grants access', async () => {
  const { breakTables, callAll, otherTables, createCaller, connect, open, openSession, log } = await startBreakable()
  const ann = await createCaller()
  const socket = await connect(ann)
  await breakTables(otherTables)
  // A command that fails is not acknowledged, and the connection stays open.
  socket.emit('timer:start', fillPlaceholders(SAMPLE_MESSAGES['timer:start'][1], valuesFor(ann)))
  expect(await socket.timeout(5_000).emitWithAck('timer:clock')).toBeTypeOf('number')
  await expect.poll(() => log.join('')).toContain('timer event failed')

  const broken = (await callAll(ann, () => openSession(ann.userId))).filter(([, status]) => status === 500)
  expect(broken.length).toBeGreaterThan(ENDPOINTS.size / 2)

  await breakTables(['sessions'])
  const closed = (await callAll(ann, async () => ann.token)).filter(([name]) => !ENDPOINTS.get(name)!.public)
  expect(closed.filter(([, status]) => status !== 500)).toEqual([])
  const [refusal] = (await once(open({ token: ann.token }) as never, 'connect_error')) as [Error]
  expect(refusal.message).toBe('unavailable')
  expect(log.join('')).not.toMatch(/canary|@example\.org/i)
})
