import { MINUTE_MS } from '../../src/core/time/units.ts'
import { expect, expectAccessible } from '../support/app.ts'
import { test } from '../support/devices.ts'
import { LATE_MORNING } from '../support/late-morning.ts'
import { userApi } from '../support/user-api.ts'

test.use(LATE_MORNING)

test('K15 the plan of today is the same on every device, says when the day would end, and is reordered and undone by keys', async ({
  page,
  request,
  token,
  openDevice,
}) => {
  const { create } = userApi(request, { token })
  const project = await create('projects', { name: 'Atlas' })
  for (const name of ['Cover', 'Mail']) await create('tasks', { name, project })
  const other = await openDevice()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Plan today' })).toBeVisible()

  await page.keyboard.press('l')
  await page.getByRole('option', { name: 'Cover' }).click()
  await page.getByRole('option', { name: 'Mail' }).click()
  await page.keyboard.press('Escape')
  for (const device of [page, other]) {
    const plan = device.getByRole('region', { name: 'Plan' })
    await expect(plan.getByRole('listitem')).toHaveText([/Cover/, /Mail/])
    await expect(plan).toContainText(/2 sessions left, done at/)
  }
  await expectAccessible(page)

  const plan = page.getByRole('region', { name: 'Plan' })
  await plan.getByRole('button', { name: 'Move Mail, place 2 of 2' }).press('ArrowUp')
  await expect(plan.getByRole('button', { name: 'Move Mail, place 1 of 2' })).toBeFocused()
  await plan.getByRole('group', { name: 'Sessions of Mail' }).getByRole('button', { name: 'One session more' }).click()
  const remote = other.getByRole('region', { name: 'Plan' })
  await expect(remote.getByRole('listitem')).toHaveText([/Mail/, /Cover/])
  await expect(remote.getByRole('group', { name: 'Sessions of Mail' })).toContainText('0 / 2')

  await remote.getByRole('button', { name: 'Take Mail out of the plan' }).click()
  await expect(plan.getByRole('listitem')).toHaveText([/Cover/])
  await other.keyboard.press('Control+z')
  await expect(plan.getByRole('listitem')).toHaveText([/Mail/, /Cover/])

  const handle = plan.getByRole('button', { name: /^Move Cover/ })
  const target = await plan.getByRole('button', { name: /^Move Mail/ }).boundingBox()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(target!.x + 5, target!.y + 5, { steps: 5 })
  await page.mouse.up()
  await expect(remote.getByRole('listitem')).toHaveText([/Cover/, /Mail/])
})

test('K15 V32 the plan counts long breaks, and says when the goal would be met or what it lacks', async ({
  request,
  token,
  openDevice,
}) => {
  const { create } = userApi(request, { token })
  const project = await create('projects', { name: 'Atlas' })
  const since = new Date().toISOString()
  await create('tasks', { name: 'Cover', project, planned: { sessions: 3, position: 1, since } })
  const other = await openDevice()
  const setGoal = (minutes: number) =>
    request.put('/api/goals', {
      headers: { authorization: `Bearer ${token}` },
      data: {
        project: null,
        from: '2026-01-01',
        days: Array.from({ length: 7 }, () => ({ minutes, sessions: 0 })),
        week: { minutes: 0, sessions: 0 },
      },
    })
  // Before, it would not hear of the goal.
  await expect(other.getByText('Connected', { exact: true })).toBeVisible()
  await setGoal(120)
  const goals = other.getByRole('group', { name: 'Goals of today' })
  await expect(goals).toContainText('The plan is 45 m short')
  await setGoal(75)
  await expect(goals).toContainText('Reached at')
  const plan = other.getByRole('region', { name: 'Plan' })
  const [before] = (await plan.textContent())!.match(/\d+:\d\d/)!
  await other.getByRole('button', { name: /Timer settings/ }).click()
  await other.getByRole('switch', { name: 'Long break' }).click({ force: true })
  const every = other.getByRole('textbox', { name: 'Sessions before it' })
  await every.fill('2')
  await every.press('Tab')
  await other.keyboard.press('Escape')
  const minutesOf = (time: string) => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1])
  await expect
    .poll(async () => {
      const [after] = (await plan.textContent())!.match(/\d+:\d\d/)!
      return (minutesOf(after) - minutesOf(before) + 720) % 720
    })
    // The forecast moves on with every minute.
    .toBeGreaterThanOrEqual(10)
})

test('K15 several tasks can be created and planned one after the other with keys alone', async ({ page, token: _ }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Plan today' })).toBeVisible()
  await page.keyboard.press('l')
  await expect(page.getByRole('searchbox', { name: 'Tasks of today' })).toBeFocused()
  for (const name of ['Cover', 'Mail', 'Print']) {
    await page.keyboard.type(name)
    await expect(page.getByRole('option', { name: `Create “${name}”` })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Plan' }).getByRole('listitem')).toHaveText([/Cover/, /Mail/, /Print/])
})

test('K15 the stage offers the next task of the plan, one key starts it, and what is not done is there tomorrow', async ({
  page,
  request,
  token,
  openDevice,
  advanceTime,
}) => {
  const { create } = userApi(request, { token })
  const project = await create('projects', { name: 'Atlas' })
  const since = new Date().toISOString()
  await create('tasks', { name: 'Cover', project, planned: { sessions: 1, position: 1, since } })
  await create('tasks', { name: 'Mail', project, planned: { sessions: 2, position: 2, since } })
  await page.goto('/')
  const other = await openDevice()
  const remoteStage = other.getByRole('region', { name: 'Focus timer' })
  await expect(remoteStage.getByRole('button', { name: 'Start Cover' })).toBeVisible()
  const stage = page.getByRole('region', { name: 'Focus timer' })
  await expect(stage.getByRole('button', { name: 'Start Cover' })).toBeVisible()
  await page.keyboard.press('d')
  await expect(stage.getByRole('button', { name: 'Task: Cover' })).toBeVisible()
  await expect(stage.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(stage.getByRole('button', { name: 'Start Cover' })).toBeHidden()

  await advanceTime(26 * MINUTE_MS)
  const plan = page.getByRole('region', { name: 'Plan' })
  await expect(plan.getByRole('group', { name: 'Sessions of Cover' })).toContainText('1 / 1')
  await expect(other.getByRole('group', { name: 'Sessions of Cover' })).toContainText('1 / 1')
  await remoteStage.getByRole('button', { name: 'Start Mail' }).click()
  await expect(stage.getByRole('button', { name: 'Task: Mail' })).toBeVisible()
  await expect(stage.getByRole('button', { name: 'Start Mail' })).toBeHidden()
  await page.keyboard.press('s')
  await page.getByRole('dialog', { name: 'Save Session' }).getByRole('button', { name: 'No' }).click()
  await expect(stage.getByRole('button', { name: 'Start', exact: true })).toBeVisible()

  await advanceTime(24 * 60 * MINUTE_MS)
  await page.reload()
  await expect(plan.getByRole('listitem')).toHaveText([/Mail/])
  await expect(plan.getByRole('listitem')).toContainText('From before')
})
