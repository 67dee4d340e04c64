import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import { SECOND_MS } from '#core/time/units.ts'
import { connectLegacyClient, type LegacyClient } from './legacy-client.ts'
import { testApp } from './test-app.ts'
import { createTimerDevice } from './timer-device.ts'

interface LegacyOptions {
  aheadMs?: number
  entryFields?: object
}

/** A listening server with a user Ann, who has a project and any number of legacy clients. */
export async function setUpLegacyClients(environment: Record<string, string> = {}) {
  const parts = await testApp(environment)
  const { app, clock, signUp } = parts
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  const project = await make('/projects', { name: 'p' })
  const auth = { token: ann.token, userId: ann.user.id }
  // A request body is JSON, like that of a real client.
  const save = async (entry: object) => {
    const reply = await ann.post('/time-entries', JSON.parse(JSON.stringify(entry)) as object)
    expect(reply.json(), 'the server refuses no session that a client saves').toMatchObject({ ok: true })
    return reply.json()
  }
  const open = (options: object) => {
    const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, ...options })
    onTestFinished(() => void socket.disconnect())
    return socket
  }
  return {
    ...parts,
    url,
    ann,
    auth,
    project,
    make,
    async legacy(options: LegacyOptions = {}) {
      const client = await connectLegacyClient({ url, auth, save, clock, ...options })
      onTestFinished(() => void client.disconnect())
      return client
    },
    /** A socket that sends exactly what a test gives it. */
    async raw(given: object = {}) {
      const socket = open({ auth: { ...auth, ...given } })
      await once(socket as never, 'connect')
      return socket
    },
    /** Our own page: it commands over HTTP, and has a socket. */
    async page() {
      const socket = open({ auth: { ...auth, proto: 2 } })
      await once(socket as never, 'connect')
      return { ...createTimerDevice(ann, clock), socket }
    },
    /** Lets seconds pass on the clocks of the server and of these clients. */
    pass(seconds: number, clients: LegacyClient[] = []) {
      for (let second = 0; second < seconds; second++) {
        clock.now += SECOND_MS
        for (const client of clients) client.tick()
      }
    },
    runNow: async () => (await ann.get('/timer')).json().data.run,
    entries: async () => (await ann.get('/time-entries')).json().data,
    count: async () => (await ann.get('/time-entries')).json().data.length as number,
  }
}

const outline = ({ state }: LegacyClient) => {
  const { status, mode, elapsed } = state()
  return { status, mode, elapsed }
}

export async function expectAllShow(clients: LegacyClient[], wanted: object) {
  await expect.poll(() => clients.map(outline)).toEqual(clients.map(() => wanted))
}
