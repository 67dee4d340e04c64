import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { trackTime } from '#server/testing/track-time.ts'

const PERIOD = 'from=2026-03-01&to=2026-03-31&zone=UTC'

/** Ann with a page of entries that is larger than the buffers between server and client. */
async function annWithLargePage() {
  const { app, db, signUp } = await testApp()
  const ann = await signUp('Ann')
  const project = (await ann.post('/projects', { name: 'p' })).json().data.id as string
  for (let index = 0; index < 50; index += 1)
    await trackTime(db, ann.user.id, { project, worked: [['2026-03-02T09:00Z', '2026-03-02T10:00Z']] })
  await db
    .updateTable('time_entries')
    .set({ notes: 'x'.repeat(100_000) })
    .execute()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  /** Sends a request, and returns its connection when the reply has begun. Nobody reads the reply. */
  const getUnread = async (path: string) => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /api${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${ann.token}\r\n\r\n`)
    await once(socket, 'readable')
    return socket
  }
  return { app, ann, getUnread }
}

test.each([`/reports/entries?${PERIOD}`, `/reports/export?format=csv&group=project&${PERIOD}`])(
  'O91 %s that is not read is an open question: the 17th is answered 429, until one of them ends',
  async (path) => {
    const { ann, getUnread } = await annWithLargePage()
    const first = await getUnread(path)
    // All at once, because an unread reply is cut after 30 seconds.
    await Promise.all(Array.from({ length: 15 }, () => getUnread(path)))
    const refused = await ann.get(path)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('2')
    first.destroy()
    await expect.poll(async () => (await ann.get(`/reports/rhythm?${PERIOD}`)).statusCode).toBe(200)
    expect((await ann.get(path)).statusCode).toBe(200)
  },
)

test('O94 a reply that is not streamed is cut as well, and a connection that was read may stay idle', async () => {
  const { app, getUnread } = await annWithLargePage()
  const accepted = once(app.server, 'connection')
  await getUnread('/time-entries?limit=100')
  const [connection] = (await accepted) as [Socket]
  expect(connection.timeout).toBe(30_000)
  connection.setTimeout(100)
  await expect.poll(() => connection.destroyed).toBe(true)

  const acceptedNext = once(app.server, 'connection')
  await getUnread('/about')
  const [idle] = (await acceptedNext) as [Socket]
  await expect.poll(() => idle.timeout).toBeGreaterThan(app.server.keepAliveTimeout - 1)
})
