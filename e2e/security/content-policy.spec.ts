import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/app.ts'
import { countStoredRecords } from '../support/storage.ts'
import { THOROUGH } from '../support/thorough.ts'

/** Tries every way to run injected code in the page, and returns those that the browser did not block. */
const attemptAttacks = () =>
  new Promise<string[]>((resolve) => {
    const [page, hidden] = [
      document.body,
      <Name extends 'script' | 'iframe'>(name: Name) => document.createElement(name),
    ]
    const policies = (window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } })
      .trustedTypes
    const { eval: run, Function: Make, setTimeout: later } = window
    const code = 'pwned=1' as never
    // prettier-ignore
    const attempts: Record<string, () => unknown> = {
      'markup from a string':     () => (page.innerHTML = '<img src=x onerror=pwned=1>'),
      'markup beside an element': () => page.insertAdjacentHTML('beforeend', '<img src=x onerror=pwned=1>'),
      'markup instead of a page': () => document.write('<img src=x onerror=pwned=1>'),
      'markup that is parsed':    () => new DOMParser().parseFromString('<i></i>', 'text/html'),
      'a page from a string':     () => (hidden('iframe').srcdoc = '<script>parent.pwned=1</script>'),
      'a script from a string':   () => (hidden('script').text = 'pwned=1'),
      'a script from elsewhere':  () => (hidden('script').src = 'https://evil.example.net/x.js'),
      'a script that is data':    () => (hidden('script').src = 'data:text/javascript,pwned=1'),
      'a worker from elsewhere':  () => new Worker('https://evil.example.net/x.js'),
      'a worker that is data':    () => new Worker('data:text/javascript,1'),
      'a handler from a string':  () => page.setAttribute('onclick', 'pwned=1'),
      'a delayed string':         () => later(code, 0),
      'code from a string':       () => run(code),
      'a function from a string': () => Make(code)(),
      'a policy of its own':      () => policies.createPolicy('mine', {}),
      'another default policy':   () => policies.createPolicy('default', {}),
    }
    // Code that DevTools evaluates may use strings as code, and so may its synchronous calls.
    setTimeout(() => {
      resolve(
        Object.entries(attempts).flatMap(([what, attempt]) => {
          try {
            attempt()
            return [what]
          } catch {
            return []
          }
        }),
      )
    })
  })

test('W21 a page runs only its own files, and every other attempt is reported', async ({
  page,
  browserErrors,
  signUp,
}) => {
  await signUp()
  const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? ''
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      `default-src 'none'`,
      `script-src 'self'`,
      `require-trusted-types-for 'script'`,
      'trusted-types default',
    ]),
  )
  expect(await page.evaluate(attemptAttacks)).toEqual([])
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(browserErrors).toHaveLength(16)
  browserErrors.length = 0
})

test('W21 another site cannot show a page in a frame', async ({ page, server, browserErrors }) => {
  const elsewhere = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html').end(`<iframe src="${server.url}/login"></iframe>`)
  })
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}`)
  await expect
    .poll(() => browserErrors.join())
    .toContain(`violates the following Content Security Policy directive: "frame-ancestors 'none'"`)
  // The frame is empty or has an error page of the browser.
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('body')).toBeAttached()
  await expect(frame.locator('#root')).toHaveCount(0)
  browserErrors.length = 0
  elsewhere.close()
})

/** Cached files of the app, and the router's scroll positions. */
const IMPERSONAL = /^(\/(assets\/[\w.-]+|[\w-]+\.(html|svg|png|webmanifest))|tsr-scroll-restoration-\w+)$/

/** Everything that the browser stores of the site, except impersonal data. */
const storedDataOf = async (page: Page) => {
  const { local, others } = await page.evaluate(async () => {
    const lists = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
    const cached = (await Promise.all(lists)).flat().map(({ url }) => new URL(url).pathname)
    return { local: Object.keys(localStorage).toSorted(), others: [...Object.keys(sessionStorage), ...cached] }
  })
  const [cookies, records] = [await page.context().cookies(), await countStoredRecords(page)]
  return { local, others: others.filter((name) => !IMPERSONAL.test(name)), cookies, records }
}

/** Settings of the device that stay: its default and last colours, and that this was not the first visit. */
const DEVICE_DATA = {
  local: ['default-colors', 'first-visit', 'project-color', 'theme-tokens'],
  others: [],
  cookies: [],
  records: { users: 0, queries: 0 },
}

test.describe('with a service worker', THOROUGH, () => {
  test.use({ serviceWorkers: 'allow' })

  test('S26 no user data stays after signing out, nor when the server ends the session or it expires', async ({
    page,
    request,
    openAccount,
  }) => {
    const visit = async () => {
      const account = await openAccount()
      for (const path of ['/reports', '/projects']) await page.goto(path)
      await expect.poll(async () => (await countStoredRecords(page))['queries']).toBeGreaterThan(0)
      return account
    }
    const expectNothing = async () => {
      await expect(page).toHaveURL('/login')
      await expect.poll(() => storedDataOf(page)).toEqual(DEVICE_DATA)
    }
    await visit()
    await page.getByRole('button', { name: 'Test Person' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expectNothing()

    const { token } = await visit()
    await request.post('/api/users/logout', { headers: { authorization: `Bearer ${token}` } })
    await page.goto('/tags')
    await expectNothing()

    await visit()
    await page.evaluate(() => localStorage.setItem('token', `a.${btoa(JSON.stringify({ exp: 1 }))}.c`))
    await page.goto('/tags')
    await expectNothing()
  })
})
