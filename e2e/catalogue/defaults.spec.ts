import { expect, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'

interface Preset {
  id: string
  name: string
}

test('K9 a new user has a project and two presets, with Pomodoro and the project’s colour selected, and a reload changes nothing', async ({
  page,
  request,
  openAccount,
}) => {
  const { token } = await openAccount()
  const stored = (key: string) => page.evaluate((key) => localStorage.getItem(key), key)
  await page.goto('/timer-presets')
  await expect(page.getByRole('link', { name: 'Pomodoro', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: '52/17', exact: true })).toBeVisible()
  await page.goto('/projects')
  await expect(page.getByRole('link', { name: 'Focus', exact: true })).toBeVisible()
  await expect.poll(() => stored('project-color')).toBe('#33d17a')

  const headers = { authorization: `Bearer ${token}` }
  const presets = (await (await request.get('/api/timer-presets', { headers })).json()) as { data: Preset[] }
  const pomodoro = presets.data.find(({ name }) => name === 'Pomodoro')
  const initial = { workDuration: 25, breakDuration: 5, repetitions: 4, selectedPresetId: pomodoro?.id }
  const timer = async () => JSON.parse((await stored('timer-state')) ?? '{}') as unknown
  await expect.poll(timer).toMatchObject(initial)
  // Without the stored state, the timer has only the settings of the server.
  await page.evaluate(() => localStorage.removeItem('timer-state'))
  await page.goto('/')
  await expect(page.getByRole('timer')).toHaveText('25:00')
  await expect.poll(timer).toMatchObject(initial)

  const { data } = (await (await request.get('/api/projects', { headers })).json()) as { data: { id: string }[] }
  await request.put(`/api/projects/${data[0]?.id}`, { headers, data: { color: '#dc2626' } })
  await page.reload()
  await expect.poll(() => stored('project-color')).toBe('#dc2626')
})

test('a new item has the default colour of its kind', THOROUGH, async ({ page, openAccount }) => {
  await openAccount()
  await page.evaluate(() =>
    localStorage.setItem('default-colors', JSON.stringify({ client: '#dc2626', tag: '#db2777' })),
  )
  for (const [path, hex] of [
    ['/projects/new', '#3B82F6'],
    ['/clients/new', '#DC2626'],
    ['/tags/new', '#DB2777'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Another colour' }).click()
    await expect(page.getByRole('textbox', { name: 'Hex' })).toHaveValue(hex)
  }
})
