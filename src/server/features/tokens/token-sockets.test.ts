import { once } from 'node:events'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

async function annWithSockets() {
  const parts = await testApp()
  const ann = await parts.signUp('Ann')
  await parts.db.updateTable('users').set({ verified_at: 1 }).execute()
  await parts.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = parts.app.server.address() as { port: number }
  const make = async (scopes: string[]) => (await ann.post('/tokens', { name: 'Overlay', scopes })).json().data
  const connect = async (token: string) => {
    const auth = { token, proto: 2 }
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth,
    })
    onTestFinished(() => void socket.disconnect())
    await once(socket as never, 'connect')
    return socket
  }
  return { ...parts, ann, make, connect }
}

test('S61 revoking a token and a new password close its sockets at once', async () => {
  const { ann, make, connect } = await annWithSockets()
  const token = await make(['read'])
  const socket = await connect(token.secret)
  const notice = once(socket as never, 'session:revoked')
  const gone = once(socket as never, 'disconnect')
  await ann.delete(`/tokens/${token.id}`)
  expect(await notice).toEqual([{ reason: 'signed-out' }])
  await gone
  const second = await connect((await make(['timer'])).secret)
  const closed = once(second as never, 'disconnect')
  await ann.post('/users/change-password', { currentPassword: 'Correct horse 1', newPassword: 'Correct horse 2' })
  await closed
})

test('S61 a program that can only listen receives the timer and is no presence of its user', async () => {
  const { ann, app, make, connect } = await annWithSockets()
  const handled: string[] = []
  const handleConnect = app.timer.handleConnect.bind(app.timer)
  app.timer.handleConnect = async (userId) => {
    handled.push(userId)
    return handleConnect(userId)
  }
  const listener = await connect((await make(['read'])).secret)
  expect(handled).toEqual([])
  const { id: project } = (await ann.post('/projects', { name: 'Atlas' })).json().data
  const received = new Promise((resolve) => listener.once('timer:start', resolve))
  await ann.post('/time-entries/start', { project })
  expect(await received).toMatchObject({ snapshot: expect.anything() })
  await connect((await make(['timer'])).secret)
  expect(handled).toEqual([ann.user.id])
})
