import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { parseNetwork } from '#core/outbound/ip-address.ts'
import { startDnsServer } from '#server/testing/outbound/dns-server.ts'
import { createFetchOutside, type FetchOutside, type OutsideRequest } from './fetch-outside.ts'

const LOOPBACK = ['127.0.0.0/8', '::1']
const GET: OutsideRequest = { method: 'GET', timeoutMs: 5_000, maxBytes: 1_000 }
const SOON = { ...GET, timeoutMs: 300 }

const fetchWith = (allowed: string[] = LOOPBACK, dnsServers?: string[]): FetchOutside =>
  createFetchOutside({
    allowedNetworks: allowed.map((network) => parseNetwork(network)!),
    ...(dnsServers && { dnsServers }),
  })

async function startReceiver(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as { port: number }).port
}

/** A server that does with a connection what no HTTP server would do. */
async function startTcpReceiver(handle: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    handle(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { port: number }).port
}

async function startDns(answer: Parameters<typeof startDnsServer>[0]) {
  const server = await startDnsServer(answer)
  onTestFinished(server.stop)
  return [server.address]
}

test('J21 a request arrives with its method, headers and body, and its reply returns', async () => {
  const port = await startReceiver((request, reply) => {
    void text(request).then((body) => {
      const { method, url, headers } = request
      reply.writeHead(202, { 'x-own': 'yes' })
      reply.end(JSON.stringify({ method, url, host: headers.host, own: headers['x-own'], body }))
    })
  })
  const request: OutsideRequest = { ...GET, method: 'POST', headers: { 'x-own': '1' }, body: 'héllo' }
  const { status, headers, body, isTruncated } = await fetchWith()(`http://localhost:${port}/in?x=1`, request)
  expect([status, headers['x-own'], isTruncated]).toEqual([202, 'yes', false])
  expect(JSON.parse(body.toString())).toEqual({
    method: 'POST',
    url: '/in?x=1',
    host: `localhost:${port}`,
    own: '1',
    body: 'héllo',
  })
})

// prettier-ignore
test.each([
  'ftp://example.org/', 'file:///etc/passwd', 'http://', '', 'no address', 'javascript:alert(1)', 'data:,x',
  'http://user@example.org/', 'https://user:password@example.org/', 'http://example.org:25/', 'https://example.org:22/',
])('J20 %j is no address for requests', async (address) => {
  await expect(fetchWith()(address, GET)).rejects.toMatchObject({ failure: 'invalid-address' })
})

// prettier-ignore
test.each([
  'http://127.0.0.1:{port}/', 'http://localhost:{port}/', 'http://LOCALHOST:{port}/', 'http://localhost.:{port}/',
  'http://site.localhost:{port}/', 'http://127.1:{port}/', 'http://2130706433:{port}/', 'http://0x7f000001:{port}/',
  'http://0177.0.0.1:{port}/', 'http://0:{port}/', 'http://0.0.0.0:{port}/', 'http://[::1]:{port}/',
  'http://[::]:{port}/', 'http://[::ffff:127.0.0.1]:{port}/', 'http://[::ffff:7f00:1]:{port}/',
  'http://①②⑦.⓪.⓪.①:{port}/', 'http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/',
])('J20 %s leads to this machine or its network, and is refused before a connection', async (address) => {
  let connections = 0
  const port = await startTcpReceiver(() => (connections += 1))
  await expect(fetchWith([])(address.replace('{port}', String(port)), GET)).rejects.toMatchObject({
    failure: 'address-not-allowed',
  })
  expect(connections).toBe(0)
})

test('J20 a name with a private address is refused, and of several addresses only the public ones are used', async () => {
  const dns = await startDns((name, type) => {
    if (name === 'inside.example.org') return type === 'A' ? ['10.0.0.5'] : ['fd00:0:0:0:0:0:0:5']
    return name === 'both.example.org' && type === 'A' ? ['10.0.0.5', '127.0.0.1'] : []
  })
  const port = await startReceiver((_request, reply) => reply.end('here'))
  const fetchOutside = fetchWith(['127.0.0.1'], dns)
  await expect(fetchOutside('http://inside.example.org/', GET)).rejects.toMatchObject({
    failure: 'address-not-allowed',
  })
  await expect(fetchOutside('http://no.example.org/', GET)).rejects.toMatchObject({ failure: 'name-not-found' })
  expect((await fetchOutside(`http://both.example.org:${port}/`, GET)).body.toString()).toBe('here')
})

test('J20 a name that changes its address after the check does not change where the request goes', async () => {
  let queries = 0
  const dns = await startDns((_name, type) => (type === 'A' ? [(queries += 1) === 1 ? '127.0.0.2' : '127.0.0.1'] : []))
  const port = await startReceiver((_request, reply) => reply.end('secret'))
  // Nothing listens on 127.0.0.2, the only address that was checked.
  await expect(fetchWith(['127.0.0.2'], dns)(`http://turn.example.org:${port}/`, GET)).rejects.toMatchObject({
    failure: 'no-connection',
  })
  expect(queries).toBe(1)
})

test('J21 a redirect is a reply, and is not followed', async () => {
  let requests = 0
  const port = await startReceiver((_request, reply) => {
    requests += 1
    reply.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end()
  })
  expect(await fetchWith()(`http://127.0.0.1:${port}/`, GET)).toMatchObject({ status: 302 })
  expect(requests).toBe(1)
})

test('J21 an endless reply is read up to its limit, and the connection closed', async () => {
  const closed = Promise.withResolvers<void>()
  const port = await startReceiver((_request, reply) => {
    const fill = () => void (reply.write('x'.repeat(60_000)) && setImmediate(fill))
    reply.on('drain', fill).on('close', closed.resolve)
    fill()
  })
  const { body, isTruncated } = await fetchWith()(`http://127.0.0.1:${port}/`, GET)
  expect([body.length, isTruncated]).toEqual([1_000, true])
  await closed.promise
})

const TRICKLE_MS = 20
/** Sends one byte after the other for as long as the client listens. */
function trickle(socket: Socket, start: string) {
  socket.write(start)
  const timer = setInterval(() => socket.write('x'), TRICKLE_MS)
  socket.on('close', () => clearInterval(timer))
}

// prettier-ignore
test.each<[receiver: string, handle: (socket: Socket) => void, failure: string]>([
  ['that never answers',             () => {}, 'timed-out'],
  ['that sends its headers slowly',  (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\nx-long: '), 'timed-out'],
  ['that sends its body slowly',     (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n'), 'timed-out'],
  ['that sends only interim replies', (socket) => trickle(socket, 'HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 102 Wait\r\nx: '), 'timed-out'],
  ['that closes at once',            (socket) => socket.destroy(), 'no-connection'],
  ['that closes within its body',    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nx'), 'no-connection'],
  ['that changes the protocol',      (socket) => socket.write('HTTP/1.1 101 Switch\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'), 'no-connection'],
  ['that speaks no HTTP',            (socket) => socket.write('220 mail.example.org ESMTP\r\n'), 'not-http'],
  ['with endless headers',           (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`), 'not-http'],
])('J21 a receiver %s ends the attempt', async (_receiver, handle, failure) => {
  const port = await startTcpReceiver(handle)
  await expect(fetchWith()(`http://127.0.0.1:${port}/`, SOON)).rejects.toMatchObject({ failure })
})

test('J21 a name server that never answers ends the attempt', async () => {
  const dns = await startDns(() => undefined)
  await expect(fetchWith(LOOPBACK, dns)('http://slow.example.org/', SOON)).rejects.toMatchObject({
    failure: 'timed-out',
  })
})

test('J21 what speaks no TLS is told apart from a closed port', async () => {
  const port = await startReceiver((_request, reply) => reply.end())
  await expect(fetchWith()(`https://127.0.0.1:${port}/`, GET)).rejects.toMatchObject({ failure: 'not-http' })
  await expect(fetchWith()('http://127.0.0.1:1081/', GET)).rejects.toMatchObject({ failure: 'no-connection' })
})
