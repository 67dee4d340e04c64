import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { Connection } from './connection.ts'
import { isConnectionFailure, isQueryTimeout, POOL_TIMEOUT } from './pg-error-messages.ts'

// These tests use the real `pg` against a fake server, which accepts connections and then does not answer. They fail if
// an upgrade of `pg` changes an internal or a message that this folder relies on.

const AUTHENTICATION_OK = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0])
const READY_FOR_QUERY = Buffer.from([90, 0, 0, 0, 5, 73])

/** Each chunk that a client has sent after its startup message, as text. */
async function fakePostgres() {
  const chunks: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY]))
      socket.on('data', (chunk) => chunks.push(chunk.toString('latin1')))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { chunks, sockets, port: (server.address() as AddressInfo).port }
}

async function connectTo(port: number, options: pg.PoolConfig = {}) {
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'u', max: 1, pipeline: true, ...options })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  onTestFinished(() => void pool.end().catch(() => {}))
  return { pool, connection: new Connection(await pool.connect()) }
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => new Error('no error'),
    (error: Error) => error,
  )

test('the first statement of a transaction goes out together with its begin, in one write', async () => {
  const { port, chunks } = await fakePostgres()
  const { connection } = await connectTo(port)
  await connection.query('begin', [])
  const pending = errorOf(connection.query('select $1::int', [1]))
  await expect.poll(() => chunks).not.toEqual([])
  expect(chunks).toEqual([expect.stringMatching(/begin.*select \$1::int/s)])
  expect(pending).toBeInstanceOf(Promise)
})

test('O41 a connection whose query timed out is recognised, and the pool does not lend it again', async () => {
  const { port, sockets } = await fakePostgres()
  const { pool, connection } = await connectTo(port, { query_timeout: 50 })
  const error = await errorOf(connection.query('select 1', []))
  expect(isQueryTimeout(error)).toBe(true)
  connection.release()
  ;(await pool.connect()).release(true)
  expect(sockets).toHaveLength(2)
})

test('O16 a connection that the server closes is recognised, then and for later statements', async () => {
  const { port, sockets } = await fakePostgres()
  const { connection } = await connectTo(port)
  const pending = errorOf(connection.query('select 1', []))
  sockets[0]!.end()
  expect((await pending).message).toContain('Connection terminated')
  const later = await errorOf(connection.query('select 1', []))
  expect(later.message).toContain('is not queryable')
  expect([await pending, later].map(isConnectionFailure)).toEqual([true, true])
})

test('O16 a pool without a free connection is recognised', async () => {
  const { port } = await fakePostgres()
  const { pool } = await connectTo(port, { connectionTimeoutMillis: 500 })
  const error = await errorOf(pool.connect())
  expect(error.message).toBe(POOL_TIMEOUT)
  expect(isConnectionFailure(error)).toBe(true)
})

test.runIf(process.env['TEST_DATABASE_URL'])(
  'O41 PostgreSQL that is too slow is recognised by its timeout',
  async () => {
    const pool = new pg.Pool({ connectionString: process.env['TEST_DATABASE_URL']!, query_timeout: 50, pipeline: true })
    pool.on('connect', (client) => void client.on('error', () => {}))
    onTestFinished(() => pool.end())
    const connection = new Connection(await pool.connect(), { isForLongQueries: true })
    const error = await errorOf(connection.query('select pg_sleep(1)', []))
    connection.release()
    expect(isQueryTimeout(error)).toBe(true)
  },
)
