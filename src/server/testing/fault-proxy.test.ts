import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startFaultProxy } from './fault-proxy.ts'

/** A server that says everything back, behind a proxy. */
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
  return { proxy, served, dial: () => dial(proxy.port) }
}

/** A client that remembers what it heard, and how its connection ended. */
async function dial(port: number) {
  const socket = connect(port, '127.0.0.1')
  const client = { heard: '', end: '', say: (text: string) => socket.write(text) }
  socket.setEncoding('utf8')
  socket.on('data', (piece: string) => (client.heard += piece))
  socket.on('end', () => (client.end ||= 'ended'))
  socket.on('error', ({ code }: NodeJS.ErrnoException) => (client.end = String(code)))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return client
}

type Client = Awaited<ReturnType<typeof dial>>

async function answers(client: Client, word: string) {
  client.say(word)
  await expect.poll(() => client.heard).toContain(word)
}

test('O41 what passes a proxy late arrives whole and in order', async () => {
  const { proxy, dial } = await echoBehindProxy()
  const client = await dial()
  proxy.delay(100)
  const startedAt = performance.now()
  client.say('one ')
  client.say('two ')
  setTimeout(proxy.heal, 50)
  await answers(client, 'three')
  expect(client.heard).toBe('one two three')
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99)
})

test('O41 a proxy that cuts takes nobody until it is healed', async () => {
  const { proxy, dial } = await echoBehindProxy()
  const client = await dial()
  await answers(client, 'here')
  proxy.cut()
  await expect.poll(() => client.end).toBe('ended')
  const early = await dial()
  await expect.poll(() => early.end).toBe('ended')
  proxy.heal()
  await answers(await dial(), 'again')
})

test('O41 a proxy that resets takes the next one', async () => {
  const { proxy, dial } = await echoBehindProxy()
  const client = await dial()
  await answers(client, 'here')
  proxy.reset()
  await expect.poll(() => client.end).toBe('ECONNRESET')
  await answers(await dial(), 'again')
})

test('O41 what is held passes later, and with it what was said meanwhile', async () => {
  const { proxy, dial } = await echoBehindProxy()
  const client = await dial()
  await answers(client, 'one ')
  proxy.hold()
  client.say('two ')
  const late = await dial()
  late.say('new')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([client.heard, late.heard]).toEqual(['one ', ''])
  proxy.heal()
  await expect.poll(() => [client.heard, late.heard]).toEqual(['one two ', 'new'])
})

test('O41 what is abandoned carries nothing for ever, and only new connections work', async () => {
  const { proxy, dial, served } = await echoBehindProxy()
  const client = await dial()
  await answers(client, 'one')
  proxy.abandon()
  client.say('two')
  await answers(await dial(), 'new')
  expect(served[0]?.readableEnded).toBe(false)
  proxy.heal()
  await expect.poll(() => served[0]?.readableEnded).toBe(true)
  await answers(await dial(), 'newer')
  expect([client.heard, client.end]).toEqual(['one', ''])
})
