import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

test('K9 a new user starts with a project, two presets and the timer’s settings of 25, 5 and 4', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  const reply = await ann.post('/initial-data')
  expect(reply.statusCode).toBe(200)
  expect(reply.json().data).toMatchObject({
    projects: [
      {
        name: 'Focus',
        description: 'Default project for focused work sessions',
        color: '#33d17a',
        client: null,
        status: 'active',
      },
    ],
    presets: [
      { name: '52/17', workDuration: 52, breakDuration: 17, repetitions: 4 },
      { name: 'Default Settings', workDuration: 25, breakDuration: 5, repetitions: 4 },
      { name: 'Pomodoro', workDuration: 25, breakDuration: 5, repetitions: 4 },
    ],
  })
  expect((await ann.post('/initial-data')).json().data).toEqual(reply.json().data)
  expect((await ann.get('/projects')).json().data).toEqual(reply.json().data.projects)
  expect((await ann.get('/timer-presets')).json().data).toEqual(reply.json().data.presets)
})

test('K9 twenty concurrent requests create them once, and once again after all were deleted', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  for (const round of ['first', 'second']) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => ann.post('/initial-data')))
    expect(new Set(replies.map((reply) => reply.body)).size, round).toBe(1)
    const { projects, presets } = replies[0]!.json().data
    expect([projects.length, presets.length], round).toEqual([1, 3])
    for (const { id } of projects) await ann.delete(`/projects/${id}`)
    for (const { id } of presets) await ann.delete(`/timer-presets/${id}`)
  }
})

test('K9 existing data stays as it is, and the timer’s settings do not count as a preset', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  await ann.post('/projects', { name: 'Mine', status: 'archived' })
  await ann.post('/timer-presets/sync-settings', { workDuration: 30, breakDuration: 5, repetitions: 2 })
  const { projects, presets } = (await ann.post('/initial-data')).json().data
  const names = (items: { name: string }[]) => items.map(({ name }) => name)
  expect(names(projects)).toEqual(['Mine'])
  expect(names(presets)).toEqual(['52/17', 'Default Settings', 'Pomodoro'])
  expect(presets[1]).toMatchObject({ workDuration: 30, breakDuration: 5, repetitions: 2 })
})

test('K9 a user with presets of their own gets no settings that they did not choose', async () => {
  const { signUp } = await testApp()
  const ann = await signUp('Ann')
  await ann.post('/timer-presets', { name: 'Mine', workDuration: 40, breakDuration: 8, repetitions: 3 })
  expect((await ann.post('/initial-data')).json().data.presets).toMatchObject([{ name: 'Mine' }])
})
