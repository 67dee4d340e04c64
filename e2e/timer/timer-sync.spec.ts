import type { APIRequestContext, Page, WebSocketRoute } from '@playwright/test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/time/units.ts'
import { expect } from '../support/app.ts'
import { countConnections, expectDisplayedSeconds, displayedSeconds, test, WORK_MS } from '../support/devices.ts'
import { THOROUGH } from '../support/thorough.ts'
import { expectButton, clickButton, timerRegion } from '../support/timer-page.ts'

test('Y20 two devices show the same timer, whichever controls it', async ({
  page,
  openDevice,
  serverState,
  advanceTime,
}) => {
  const other = await openDevice()
  await clickButton(page, 'Start')
  await expectButton(other, 'Pause')
  await advanceTime(10 * MINUTE_MS)
  for (const device of [page, other]) await expectDisplayedSeconds(device, serverState.secondsLeft)

  await clickButton(other, 'Pause')
  await expectButton(page, 'Resume')
  expect(await displayedSeconds(page)).toBe(await displayedSeconds(other))
  await clickButton(page, 'Resume')
  await expectButton(other, 'Pause')
  await clickButton(other, 'Stop')
  await clickButton(other, 'Yes')
  await expectButton(page, 'Start')
  const entries = await serverState.entries()
  expect(entries).toHaveLength(1)
  expect(Math.abs(entries[0]!.duration - 10 * MINUTE_MS)).toBeLessThan(45 * SECOND_MS)
})

test(
  'Y20 a device shows the names of a project, task and tag that another device created after it was opened',
  THOROUGH,
  async ({ page, openDevice }) => {
    const other = await openDevice()
    for (const device of [page, other]) await expect(timerRegion(device)).toContainText('Focus')
    await createFromPicker(page, 'Project: Focus', 'Project', 'Atlas')
    await createFromPicker(page, 'Task: No task', 'Task', 'Draw the map')
    await createFromPicker(page, 'Add a tag', 'Tags', 'Paper')
    await page.keyboard.press('Escape')
    await clickButton(page, 'Start')
    for (const name of ['Atlas', 'Draw the map', 'Paper']) await expect(timerRegion(other)).toContainText(name)
  },
)

async function createFromPicker(page: Page, button: string, field: string, name: string) {
  await clickButton(page, button)
  await page.getByRole('searchbox', { name: field }).fill(name)
  await page.getByRole('option', { name: `Create “${name}”` }).click()
  await expect(timerRegion(page)).toContainText(name)
}

test('Y21 the timer stays exact through a reload and a frozen tab', async ({ page, serverState, advanceTime }) => {
  await clickButton(page, 'Start')
  await expectButton(page, 'Pause')
  await advanceTime(10 * MINUTE_MS)
  await page.reload()
  await expectDisplayedSeconds(page, serverState.secondsLeft)

  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await advanceTime(10 * MINUTE_MS)
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await expectDisplayedSeconds(page, serverState.secondsLeft)
})

test('Y22 a session tracked without a network is saved once, with its real times, when the network is back', async ({
  page,
  context,
  serverState,
  advanceTime,
}) => {
  // The dialogs are loaded shortly after the page.
  await advanceTime(5 * SECOND_MS)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await clickButton(page, 'Start')
  await advanceTime(10 * MINUTE_MS)
  await clickButton(page, 'Pause')
  await advanceTime(5 * MINUTE_MS)
  await clickButton(page, 'Resume')
  await advanceTime(5 * MINUTE_MS)
  await clickButton(page, 'Stop')
  await clickButton(page, 'Yes')
  await expectButton(page, 'Start')
  // The network comes back after the page is closed.
  await page.close()
  await context.setOffline(false)
  expect(await serverState.entries()).toEqual([])
  await (await context.newPage()).goto('/')
  await expect.poll(async () => (await serverState.entries()).length).toBe(1)
  const [entry] = await serverState.entries()
  expect(Math.abs(entry!.duration - 15 * MINUTE_MS)).toBeLessThan(45 * SECOND_MS)
})

/** Waits until the server has noticed that no page is connected, which takes 45 s if the connection was by polling. */
async function waitUntilDisconnected(request: APIRequestContext) {
  test.slow()
  await expect.poll(() => countConnections(request), { timeout: 50_000 }).toBe(0)
}

/** Simulates a laptop that sleeps: the page is offline and disconnected while time passes. */
async function sleepDuring(page: Page, network: Network, whileAsleep: () => Promise<void>) {
  network.isBlocked = true
  await page.context().setOffline(true)
  for (const socket of network.sockets.splice(0)) await socket.close()
  await waitUntilDisconnected(page.request)
  await whileAsleep()
  network.isBlocked = false
  await page.context().setOffline(false)
}

interface Network {
  sockets: WebSocketRoute[]
  /** An offline browser context can still open WebSockets, so they are blocked here. */
  isBlocked: boolean
}

async function watchSockets(page: Page) {
  const network: Network = { sockets: [], isBlocked: false }
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (network.isBlocked) void socket.close()
    else network.sockets.push(socket, socket.connectToServer())
  })
  await page.reload()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  return network
}

test('Y23 after eight hours of sleep the running session is saved once with its own times, and the next one waits', async ({
  page,
  serverState,
  advanceTime,
}) => {
  const sockets = await watchSockets(page)
  await clickButton(page, 'Start')
  await expect.poll(async () => (await serverState.run())?.log.length).toBe(1)
  const { event } = (await serverState.run())!.log[0]!
  await sleepDuring(page, sockets, () => advanceTime(8 * HOUR_MS))
  await expect(timerRegion(page)).toContainText('Next session is ready')
  await expect
    .poll(() => serverState.entries())
    .toEqual([expect.objectContaining({ startTime: new Date(event.at).toISOString(), duration: WORK_MS })])
})

test('Y23 a stopwatch is exact after eight hours of sleep', THOROUGH, async ({ page, serverState, advanceTime }) => {
  const sockets = await watchSockets(page)
  await clickButton(page, 'Stopwatch')
  await expect.poll(async () => (await serverState.run())?.log.length).toBe(1)
  const { at } = (await serverState.run())!.log[0]!.event
  await sleepDuring(page, sockets, () => advanceTime(8 * HOUR_MS))
  // A page that is advanced by hours does not count meanwhile, which takes more than a second on a slow machine.
  const tolerance = 3
  await expectDisplayedSeconds(page, async () => WORK_MS / SECOND_MS - (await serverState.secondsLeft()), tolerance)
  const before = await serverState.now()
  await clickButton(page, 'Stop')
  await clickButton(page, 'Yes')
  await expect.poll(async () => (await serverState.entries()).length).toBe(1)
  const [entry] = await serverState.entries()
  expect(entry!.duration).toBeGreaterThan(before - at - tolerance * SECOND_MS)
  expect(entry!.duration).toBeLessThan((await serverState.now()) - at + tolerance * SECOND_MS)
})

test('Y24 with every page closed the server saves the running phase, and the next work phase waits', async ({
  page,
  openDevice,
  testClockServer,
  request,
  serverState,
}) => {
  await clickButton(page, 'Start')
  await expect.poll(async () => (await serverState.run())?.log.length).toBe(1)
  const { event } = (await serverState.run())!.log[0]!
  await page.close()
  await waitUntilDisconnected(request)
  await testClockServer.advanceTime(2 * HOUR_MS)
  await expect
    .poll(() => serverState.entries())
    .toEqual([expect.objectContaining({ startTime: new Date(event.at).toISOString(), duration: WORK_MS })])
  const later = await openDevice()
  await expect(timerRegion(later)).toContainText('Next session is ready')
  await clickButton(later, 'Resume')
  await expectButton(later, 'Pause')
  expect(await serverState.entries()).toHaveLength(1)
})

/** Sends the click on a notification to the page as soon as it listens, in place of the service worker. */
function deliverNotificationClick() {
  const { serviceWorker } = navigator
  const listen = serviceWorker.addEventListener.bind(serviceWorker)
  serviceWorker.addEventListener = (name: string, listener: EventListenerOrEventListenerObject) => {
    listen(name, listener)
    const data = { type: 'timer-action', action: 'resume' }
    if (name === 'message') serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  }
}

test(
  'P6 a window opened by a click on a notification starts the waiting phase, which it has not loaded yet',
  THOROUGH,
  async ({ page, context, testClockServer, request, serverState }) => {
    await clickButton(page, 'Start')
    await expect.poll(async () => (await serverState.run())?.log.length).toBe(1)
    await page.close()
    await waitUntilDisconnected(request)
    await testClockServer.advanceTime(2 * HOUR_MS)
    await expect.poll(async () => (await serverState.entries()).length).toBe(1)
    const opened = await context.newPage()
    await opened.clock.install({ time: await serverState.now() })
    await opened.addInitScript(deliverNotificationClick)
    await opened.goto('/')
    await expectButton(opened, 'Pause')
    await expect.poll(async () => (await serverState.run())?.log.at(-1)?.event.type).toBe('resume')
    expect(await serverState.entries()).toHaveLength(1)
  },
)

test(
  'Y12 a device with sync switched off has its own timer, and its sessions are saved when sync is on again',
  THOROUGH,
  async ({ page, serverState, advanceTime }) => {
    const sync = page.getByRole('switch', { name: 'Same timer on all my devices' })
    const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
    await go('Settings')
    await sync.click({ force: true })
    await go('Dashboard')
    await clickButton(page, 'Start')
    await expectButton(page, 'Pause')
    await advanceTime(5 * MINUTE_MS)
    await clickButton(page, 'Stop')
    await clickButton(page, 'Yes')
    await expectButton(page, 'Start')
    expect(await serverState.run()).toBeNull()
    await go('Settings')
    await sync.click({ force: true })
    await expect.poll(async () => (await serverState.entries()).length).toBe(1)
  },
)

test(
  'Y25 signing out says what becomes of a running stopwatch, and can stop it',
  THOROUGH,
  async ({ page, advanceTime, token }) => {
    await clickButton(page, 'Stopwatch')
    await expectButton(page, 'Pause')
    await advanceTime(2 * MINUTE_MS)
    await page.getByRole('button', { name: 'Test Person' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('dialog', { name: 'The timer is still running' })
    await expect(question).toContainText('The stopwatch goes on counting until you stop it')
    await question.getByRole('button', { name: 'Stop and save' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('timer-state')])).toEqual([
      null,
      null,
    ])
    expect(token).not.toBe('')
  },
)

test('Y13 deleting the account elsewhere signs out every page', async ({ page, openDevice, request, token }) => {
  const other = await openDevice()
  await clickButton(page, 'Start')
  await expectButton(other, 'Pause')
  const headers = { authorization: `Bearer ${token}` }
  await request.delete('/api/users/profile', { headers, data: { password: 'Quiet river 42' } })
  for (const device of [page, other]) {
    await expect(device).toHaveURL(/\/login$/)
    const kept = await device.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('timer-state')])
    expect(kept).toEqual([null, null])
  }
})
