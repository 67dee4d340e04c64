import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

async function annWithClient() {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const make = async (path: string, draft: object) => (await ann.post(path, draft)).json().data.id as string
  return { ann, make, client: await make('/clients', { name: 'Client' }) }
}

test('a client lists its projects', async () => {
  const { ann, make, client } = await annWithClient()
  const other = await make('/clients', { name: 'Other' })
  const projects = [await make('/projects', { name: 'b', client }), await make('/projects', { name: 'a', client })]
  await make('/projects', { name: 'c' })
  const ids = (await ann.get(`/clients/${client}`)).json().data.projects
  expect(ids.toSorted()).toEqual(projects.toSorted())
  expect((await ann.get('/clients')).json().data).toMatchObject([
    { id: client, projects: ids },
    { id: other, projects: [] },
  ])
  expect((await ann.put(`/clients/${client}`, { name: 'x' })).json().data.projects).toEqual(ids)
})

test('K4 deleting a client leaves its projects, without a client', async () => {
  const { ann, make, client } = await annWithClient()
  const other = await make('/clients', { name: 'Other' })
  await make('/projects', { name: 'a', client })
  await make('/projects', { name: 'b', client: other })
  expect((await ann.delete(`/clients/${client}`)).statusCode).toBe(200)
  expect((await ann.get('/projects')).json().data).toMatchObject([
    { name: 'a', client: null },
    { name: 'b', client: other },
  ])
})

test('K4 when a client is deleted while projects are assigned to it, every request gets a clear answer', async () => {
  const { ann, client } = await annWithClient()
  const post = () => ann.post('/projects', { name: 'p', client })
  const replies = await Promise.all([
    ...Array.from({ length: 10 }, post),
    ann.delete(`/clients/${client}`),
    ...Array.from({ length: 10 }, post),
  ])
  for (const { statusCode } of replies) expect([200, 201, 404]).toContain(statusCode)
  const clients = (await ann.get('/projects')).json().data.map((project: { client: null }) => project.client)
  expect(clients.filter((client: null) => client !== null)).toEqual([])
})
