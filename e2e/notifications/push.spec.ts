import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/app.ts'
import { THOROUGH } from '../support/thorough.ts'

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

/** The part of the service worker's scope that this story uses. */
interface WorkerScope {
  registration: { getNotifications: () => Promise<(Notification & { actions: { action: string }[] })[]> }
}

/** Chromium would subscribe at a service of Google. This replaces it with a subscription in a cookie. */
async function subscribeLocally(context: BrowserContext) {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const subscription = (path: string) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${path}`,
      toJSON: () => ({ keys }),
      unsubscribe: async () => (document.cookie = 'subscription=; max-age=0'),
    })
    const path = () => /subscription=([^;]+)/.exec(document.cookie)?.[1]
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (path() === undefined ? null : subscription(path()!)),
      subscribe: async () => {
        document.cookie = `subscription=${crypto.randomUUID()}`
        return subscription(path()!)
      },
    })
  })
}

const pushSwitch = (page: Page) => page.getByRole('switch', { name: 'Also while Ritmo is closed' })

/** The switch is read-only until its state has loaded. */
const expectSwitchReady = (page: Page) => expect(pushSwitch(page)).not.toHaveAttribute('aria-readonly')

test(
  'P5 the switch shows the subscription on the server, in the language and for the user of this browser',
  THOROUGH,
  async ({ page, context, signUp }) => {
    await subscribeLocally(context)
    const subscribedLanguages = async (token: string) => {
      const reply = await page.request.get('/api/push/subscriptions', { headers: { authorization: `Bearer ${token}` } })
      return ((await reply.json()) as { data: { language: string }[] }).data.map(({ language }) => language)
    }
    const { token } = await signUp()
    await page.goto('/settings')
    await expectSwitchReady(page)
    await expect(pushSwitch(page)).not.toBeChecked()
    await page.getByText('Also while Ritmo is closed').click()
    await expect(pushSwitch(page)).toBeChecked()
    await expect.poll(() => subscribedLanguages(token)).toEqual(['en'])
    await page.reload()
    await expect(pushSwitch(page)).toBeChecked()
    await expectAccessible(page)

    await page.getByRole('radio', { name: 'Español' }).click()
    await page.reload()
    await expect(page.getByRole('switch', { name: 'También con Ritmo cerrado' })).toBeChecked()
    await expect.poll(() => subscribedLanguages(token)).toEqual(['es'])

    await test.step('the next user of the browser gets no messages of this one', async () => {
      const next = await signUp()
      await page.goto('/settings')
      await expectSwitchReady(page)
      await expect(pushSwitch(page)).not.toBeChecked()
      await page.getByText('Also while Ritmo is closed').click()
      await expect(pushSwitch(page)).toBeChecked()
      await expectSwitchReady(page)
      await page.getByText('Also while Ritmo is closed').click()
      await expect(pushSwitch(page)).not.toBeChecked()
      await expect.poll(() => subscribedLanguages(next.token)).toEqual([])
    })
  },
)

// prettier-ignore
for (const [what, prepare, sentence] of [
  ['that blocks notifications', () => Object.defineProperty(Notification, 'permission', { value: 'denied' }), /^Your browser blocks notifications/],
  ['without push',              () => Reflect.deleteProperty(window, 'PushManager'),                         /^This browser cannot receive notifications/],
] as const)
  test(`P5 a browser ${what} shows why and what would help`, THOROUGH, async ({ page, signUp }) => {
    await page.addInitScript(prepare)
    await signUp()
    await page.goto('/settings')
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(pushSwitch(page)).toBeDisabled()
    await expectAccessible(page)
  })

test(
  'P6 the service worker shows a push message and passes a click on it to the app',
  THOROUGH,
  async ({ page, context, signUp, server }) => {
    await subscribeLocally(context)
    await signUp()
    await page.goto('/settings')
    await page.getByText('Also while Ritmo is closed').click()
    await expect(pushSwitch(page)).toBeChecked()
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
        return notifications.map((notification) => {
          const { title, body, tag, icon, actions } = notification
          return { title, body, tag, icon: new URL(icon).pathname, actions: actions.map(({ action }) => action) }
        })
      })
    const { title, body, tag } = MESSAGE
    const expected = [{ title, body, tag, icon: '/icon-192.png', actions: ['resume', 'stop'] }]
    // Chromium drops a simulated push while the worker starts, and does not report that, so it is sent until it arrives.
    await expect(async () => {
      await devtools.send('ServiceWorker.deliverPushMessage', push)
      await expect.poll(shown, { timeout: 5_000 }).toEqual(expected)
    }).toPass()

    // Records the messages that the app receives.
    await page.evaluate(() =>
      navigator.serviceWorker.addEventListener('message', ({ data }) =>
        Object.assign(window, { received: data as unknown }),
      ),
    )
    await worker.evaluate(async () => {
      const { registration } = self as unknown as WorkerScope
      const [notification] = await registration.getNotifications()
      const click = Object.assign(new Event('notificationclick'), { notification, action: 'resume', waitUntil() {} })
      self.dispatchEvent(click)
    })
    const received = () => page.evaluate(() => (window as { received?: unknown }).received)
    await expect.poll(received).toEqual({ type: 'timer-action', action: 'resume' })
    await expect.poll(shown).toEqual([])
  },
)
