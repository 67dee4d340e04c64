import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/app.ts'

test.use({ serviceWorkers: 'allow' })

const MESSAGE = {
  kind: 'waiting',
  title: 'Break completed!',
  body: 'Session 2 of 4 is waiting for you.',
  tag: 'run:2',
  actions: [
    { action: 'resume', title: 'Start' },
    { action: 'stop', title: 'Stop' },
  ],
}

/** What of a worker's inside is looked at here. */
interface WorkerScope {
  registration: { getNotifications: () => Promise<(Notification & { actions: { action: string }[] })[]> }
}

/** Chromium subscribes at a service of Google's, which no test may need: what it would give is kept in the browser. */
async function subscribeLocally(context: BrowserContext) {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const given = (path: string) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${path}`,
      toJSON: () => ({ keys }),
      unsubscribe: async () => (document.cookie = 'subscription=; max-age=0'),
    })
    const path = () => /subscription=([^;]+)/.exec(document.cookie)?.[1]
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (path() === undefined ? null : given(path()!)),
      subscribe: async () => {
        document.cookie = `subscription=${crypto.randomUUID()}`
        return given(path()!)
      },
    })
  })
}

const switchOn = (page: Page) => page.getByRole('switch', { name: 'Also while Ritmo is closed' })

/** Until it is known how the switch stands, it cannot be turned. */
const expectKnown = (page: Page) => expect(switchOn(page)).not.toHaveAttribute('aria-readonly')

test('P5 the switch tells what the server knows, in this language, for this user', async ({
  page,
  context,
  signUp,
}) => {
  await subscribeLocally(context)
  const known = async (token: string) => {
    const reply = await page.request.get('/api/push/subscriptions', { headers: { authorization: `Bearer ${token}` } })
    return ((await reply.json()) as { data: { language: string }[] }).data.map(({ language }) => language)
  }
  const { token } = await signUp()
  await page.goto('/settings')
  await expectKnown(page)
  await expect(switchOn(page)).not.toBeChecked()
  await page.getByText('Also while Ritmo is closed').click()
  await expect(switchOn(page)).toBeChecked()
  await expect.poll(() => known(token)).toEqual(['en'])
  await page.reload()
  await expect(switchOn(page)).toBeChecked()
  await expectAccessible(page)

  await page.getByRole('radio', { name: 'Español' }).click()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'También con Ritmo cerrado' })).toBeChecked()
  await expect.poll(() => known(token)).toEqual(['es'])

  await test.step('the next user of the browser is not told of this one’s timer', async () => {
    const next = await signUp()
    await page.goto('/settings')
    await expectKnown(page)
    await expect(switchOn(page)).not.toBeChecked()
    await page.getByText('Also while Ritmo is closed').click()
    await expect(switchOn(page)).toBeChecked()
    await expectKnown(page)
    await page.getByText('Also while Ritmo is closed').click()
    await expect(switchOn(page)).not.toBeChecked()
    await expect.poll(() => known(next.token)).toEqual([])
  })
})

// prettier-ignore
for (const [what, prepare, sentence] of [
  ['that blocks notifications', () => Object.defineProperty(Notification, 'permission', { value: 'denied' }), /^Your browser blocks notifications/],
  ['without push',              () => Reflect.deleteProperty(window, 'PushManager'),                         /^This browser cannot receive notifications/],
] as const)
  test(`P5 a browser ${what} is told so, and what would help`, async ({ page, signUp }) => {
    await page.addInitScript(prepare)
    await signUp()
    await page.goto('/settings')
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(switchOn(page)).toBeDisabled()
    await expectAccessible(page)
  })

test('P6 the worker shows what is pushed, and brings a press to the app', async ({ page, context, signUp, server }) => {
  await subscribeLocally(context)
  await signUp()
  await page.goto('/settings')
  await page.getByText('Also while Ritmo is closed').click()
  await expect(switchOn(page)).toBeChecked()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))

  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const version = versions.find(({ status }) => status === 'activated')
      if (version !== undefined) resolve(version.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const push = { origin: server.url, registrationId: await registered, data: JSON.stringify(MESSAGE) }
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = self as unknown as WorkerScope
      const notifications = await registration.getNotifications()
      return notifications.map((shown) => {
        const { title, body, tag, icon, actions } = shown
        return { title, body, tag, icon: new URL(icon).pathname, actions: actions.map(({ action }) => action) }
      })
    })
  const { title, body, tag } = MESSAGE
  const expected = [{ title, body, tag, icon: '/icon-192.png', actions: ['resume', 'stop'] }]
  // The tools do not tell whether the browser took it.
  await expect(async () => {
    await devtools.send('ServiceWorker.deliverPushMessage', push)
    await expect.poll(shown, { timeout: 5_000 }).toEqual(expected)
  }).toPass()

  // The app listens for such messages too: this hears what it hears.
  await page.evaluate(() =>
    navigator.serviceWorker.addEventListener('message', ({ data }) =>
      Object.assign(window, { heard: data as unknown }),
    ),
  )
  await worker.evaluate(async () => {
    const { registration } = self as unknown as WorkerScope
    const [notification] = await registration.getNotifications()
    const press = Object.assign(new Event('notificationclick'), { notification, action: 'resume', waitUntil() {} })
    self.dispatchEvent(press)
  })
  const heard = () => page.evaluate(() => (window as { heard?: unknown }).heard)
  await expect.poll(heard).toEqual({ type: 'timer-action', action: 'resume' })
  await expect.poll(shown).toEqual([])
})
