import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testComputer, testTerminal } from './testing/test-terminal.ts'

/** A computer whose way to the server can be cut: a proxy that is stopped and started again. */
async function testOffline() {
  const site = await testTerminal()
  const target = new URL(site.url)
  const forward = () =>
    createServer((incoming, outgoing) => {
      const { method, url: path, headers } = incoming
      const inner = request({ host: target.hostname, port: target.port, method, path, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      })
      inner.on('error', () => outgoing.destroy())
      incoming.pipe(inner)
    })
  let proxy: Server = forward().listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  onTestFinished(() => void proxy.close())
  const computer = testComputer({ RITMO_URL: `http://127.0.0.1:${port}`, RITMO_TOKEN: site.token })
  return {
    ...site,
    ...computer,
    async cut() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
    async mend() {
      proxy = forward().listen(port, '127.0.0.1')
      await once(proxy, 'listening')
    },
  }
}

test('P33 without the server, timer commands and entries are kept and sent by the next command, once', async () => {
  const { ritmo, cut, mend, ada } = await testOffline()
  await ritmo('status')
  await cut()
  const started = await ritmo('start -p Website -n offline')
  expect(started).toMatchObject({ code: 0, out: 'Started: Website · offline' })
  expect(started.errors).toMatch(/does not answer. This is kept here, and the next command sends it.$/)
  expect(await ritmo('add 45m -p Webinars kept')).toMatchObject({ code: 0, out: expect.stringContaining('Added 45 m') })
  expect((await ritmo('status')).out).toMatch(/^▶ 00:\d\d {2}Website · offline/)
  expect(await ritmo('logout --json').then(({ code }) => code)).toBe(2)
  await mend()
  const status = await ritmo('status')
  expect(status.errors).toBe('Sent what was kept: 2.')
  expect((await ritmo('status')).errors).toBe('')
  const [entry, ...others] = (await ada.get('/time-entries')).json().data as { notes: string }[]
  expect([entry?.notes, others]).toEqual(['kept', []])
  expect((await ada.get('/timer')).json().data.run.log[0].event.subject.notes).toBe('offline')
})

test('P33 the server may refuse what was kept, and that is told', async () => {
  const { ritmo, cut, mend, ada, clock } = await testOffline()
  await ritmo('start -p Website')
  await cut()
  expect((await ritmo('pause')).code).toBe(0)
  const { run } = (await ada.get('/timer')).json().data
  clock.now = Date.now() + 1_000
  const stop = { type: 'stop', at: clock.now, runId: run.id, phase: 0, save: true }
  const device = crypto.randomUUID()
  const command = { id: crypto.randomUUID(), device, sequence: 1, base: run.log[0].id, sawWait: false, event: stop }
  await ada.post('/timer/commands', { commands: [command] })
  clock.now += 60_000
  await cut().catch(() => {})
  await mend()
  const status = await ritmo('status')
  expect(status).toMatchObject({ code: 0, out: 'Nothing is running.' })
})

test('P33 what cannot be done without the server says so plainly', async () => {
  const { ritmo, cut, url } = await testOffline()
  await cut()
  for (const line of ['status', 'start -p Website', 'report', 'log', 'add 45m -p Website'])
    expect(await ritmo(line)).toMatchObject({ code: 4, out: '', errors: expect.stringContaining('does not answer') })
  expect(url).toContain('http')
})

test('P33 commands that run at the same moment do not lose each other’s actions', async () => {
  const { ritmo, cut, mend, ada } = await testOffline()
  await ritmo('projects')
  await ritmo('status')
  await cut()
  const notes = ['one', 'two', 'three', 'four']
  await Promise.all(notes.map((note) => ritmo(['add', '5m', '-p', 'Website', note])))
  await mend()
  expect((await ritmo('status')).errors).toBe('Sent what was kept: 4.')
  const entries = (await ada.get('/time-entries')).json().data as { notes: string }[]
  expect(entries.map(({ notes }) => notes).toSorted()).toEqual(notes.toSorted())
})

test('P33 leaving the account keeps unsent actions, unless --force is given', async () => {
  const { url, token } = await testTerminal()
  const { ritmo, home } = testComputer()
  await ritmo(['login', '--url', url, '--token', token])
  await ritmo('status')
  const { readdirSync, readFileSync, writeFileSync } = await import('node:fs')
  const folder = `${home}/.local/state/ritmo`
  const path = `${folder}/${readdirSync(folder)[0]}`
  const outbox = JSON.parse(readFileSync(path, 'utf8')) as { entries: unknown[] }
  writeFileSync(path, JSON.stringify({ ...outbox, entries: [{ id: 'x' }] }))
  expect(await ritmo('logout')).toMatchObject({ code: 1, errors: expect.stringContaining('wait to be sent: 1') })
  expect(await ritmo('logout --force')).toMatchObject({ code: 0 })
})
