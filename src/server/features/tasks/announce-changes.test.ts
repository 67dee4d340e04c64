import { expect, test } from 'vitest'
import { setUpLegacyClients } from '#server/testing/legacy-setup.ts'

test('K16 every change of a task reaches the user’s pages, and neither legacy clients nor other users', async () => {
  const { ann, signUp, project, legacy, page, raw } = await setUpLegacyClients()
  const bob = await signUp('Bob')
  const foreign = await raw({ token: bob.token, userId: bob.user.id, proto: 2 })
  const [old, own] = [await legacy(), await page()]
  const received: [who: string, name: string, message: unknown][] = []
  for (const [who, socket] of [
    ['own', own.socket],
    ['old', old.socket],
    ['foreign', foreign],
  ] as const)
    // prettier-ignore
    socket.onAny((name: string, message: unknown) => received.push([who, name, message]))

  const { id } = (await ann.post('/tasks', { name: 'Draw', project })).json().data
  await ann.put(`/tasks/${id}`, { planned: { sessions: 1, position: 1, since: '2026-03-02T08:00:00.000Z' } })
  await ann.put(`/tasks/${id}`, { planned: { sessions: 0 } })
  await ann.delete(`/tasks/${id}`)
  await expect.poll(() => received.length).toBe(3)
  await old.ping()
  expect(received).toEqual(Array.from({ length: 3 }, () => ['own', 'list:changed', { list: 'tasks' }]))
})
