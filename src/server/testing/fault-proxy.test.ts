import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startFaultProxy } from './fault-proxy.ts'

/** An echo server behind a proxy. */
async function echoBehindProxy() {
  const served: Socket[] = []
  const server = createServer((socket) => {
    served.push(socket)
    socket.on('error', () => {})
    socket.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startFaultProxy((server.address() as AddressInfo).port)
  onTestFinished(async () => {
    await proxy.close()
    server.close()
  })
  /** A round trip through a second proxy without faults, after which the first one has handled all earlier data. */
  const elsewhere = await startFaultProxy((server.address() as AddressInfo).port)
  onTestFinished(elsewhere.close)
  const roundTripElsewhere = async () => expectEcho(await dial(elsewhere.port), 'elsewhere')
  return { proxy, served, roundTripElsewhere, dial: () => dial(proxy.port) }
}

/** A client that records what it receives and how its connection ends. */
async function dial(port: number) {
  const socket = connect(port, '127.0.0.1')
  const client = { received: '', end: '', send: (text: string) => socket.write(text) }
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => (client.received += chunk))
  socket.on('end', () => (client.end ||= 'ended'))
  socket.on('error', ({ code }: NodeJS.ErrnoException) => (client.end = String(code)))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return client
}

type Client = Awaited<ReturnType<typeof dial>>

async function expectEcho(client: Client, word: string) {
  client.send(word)
  await expect.poll(() => client.received).toContain(word)
}

test('O41 a delayed connection delivers everything in order', async () => {
  const { proxy, dial, roundTripElsewhere } = await echoBehindProxy()
  const client = await dial()
  proxy.delay(100)
  const startedAt = performance.now()
  client.send('one ')
  client.send('two ')
  await roundTripElsewhere()
  proxy.heal()
  await expectEcho(client, 'three')
  expect(client.received).toBe('one two three')
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99)
})

test('O41 a proxy that cuts accepts no connection until it heals', async () => {
  const { proxy, dial } = await echoBehindProxy()
  const client = await dial()
  await expectEcho(client, 'here')
  proxy.cut()
  await expect.poll(() => client.end).toBe('ended')
  const early = await dial()
  await expect.poll(() => early.end).toBe('ended')
  proxy.heal()
  await expectEcho(await dial(), 'again')
})

test('O41 a proxy that resets accepts the next connection', async () => {
  const { proxy, dial } = await echoBehindProxy()
  const client = await dial()
  await expectEcho(client, 'here')
  proxy.reset()
  await expect.poll(() => client.end).toBe('ECONNRESET')
  await expectEcho(await dial(), 'again')
})

test('O41 held traffic is delivered later, with everything that was sent meanwhile', async () => {
  const { proxy, dial, roundTripElsewhere } = await echoBehindProxy()
  const client = await dial()
  await expectEcho(client, 'one ')
  proxy.hold()
  client.send('two ')
  const late = await dial()
  late.send('new')
  await roundTripElsewhere()
  expect([client.received, late.received]).toEqual(['one ', ''])
  proxy.heal()
  await expect.poll(() => [client.received, late.received]).toEqual(['one two ', 'new'])
})

test('O41 an abandoned connection never delivers anything again, and new connections work', async () => {
  const { proxy, dial, served } = await echoBehindProxy()
  const client = await dial()
  await expectEcho(client, 'one')
  proxy.abandon()
  client.send('two')
  await expectEcho(await dial(), 'new')
  expect(served[0]?.readableEnded).toBe(false)
  proxy.heal()
  await expect.poll(() => served[0]?.readableEnded).toBe(true)
  await expectEcho(await dial(), 'newer')
  expect([client.received, client.end]).toEqual(['one', ''])
})
