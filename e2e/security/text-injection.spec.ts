import type { Page } from '@playwright/test'
import { io } from 'socket.io-client'
import { expect, test } from '../support/app.ts'
import {
  type Ids,
  listUncoveredEndpoints,
  reportInjections,
  type WrittenText,
  fillAllTextFields,
} from '../support/text-injection.ts'
import { PAYLOADS } from '../support/injection-payloads.ts'
import { go, listRoutes, readAllText, waitForPage } from '../support/routes.ts'

const STRANGERS = ['/login', '/register', '/forgot-password', '/reset-password/{-$token}', '/verify-email/{-$token}']

/** The pages of users, and what of their texts each shows at once. */
const SCREENS: Record<string, string[]> = {
  '/': ['project.name', 'task.name', 'tag.name', 'entry.notes'],
  '/time-entries': ['project.name', 'task.name', 'tag.name', 'entry.notes'],
  '/time-entries/new': [],
  '/reports': ['project.name'],
  '/import': [],
  '/projects': ['project.name', 'client.name'],
  '/projects/new': [],
  '/projects/$id': ['project.name', 'project.description', 'client.name'],
  '/clients': ['client.name'],
  '/clients/new': [],
  '/clients/$id': ['client.name', 'client.contactInfo'],
  '/tasks': ['task.name', 'project.name'],
  '/tasks/new': [],
  '/tasks/$id': ['task.name', 'task.description', 'project.name'],
  '/tags': ['tag.name'],
  '/tags/new': [],
  '/tags/$id': ['tag.name'],
  '/timer-presets': ['preset.name'],
  '/timer-presets/new': [],
  '/timer-presets/$id': ['preset.name'],
  '/settings': [],
}

/** What opens over a page, by its button, and shows texts. */
const PANELS: Record<string, string[]> = {
  Views: ['view.name'],
  'Add a tag': ['tag.name'],
  Projects: ['project.name'],
  Clients: ['client.name'],
  Tasks: ['task.name'],
  Tags: ['tag.name'],
}
const PANEL = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog]'

/** Lists whose rows can be deleted, after a question that names them. */
const LISTS = ['project', 'client', 'task', 'tag', 'timer-preset']
/** It would be taken for a sentence with places to fill in. */
const TEMPLATE = PAYLOADS.find((payload) => payload.startsWith('{{name}}'))!
/** It would ask for a picture wherever it were a colour. */
const STYLE = PAYLOADS.find((payload) => payload.startsWith('red;'))!
const PICTURE = '<img src=x onerror=pwned=1 data-pwned>'

/** Payloads in every column of a table, one for a heading, and one where a time should be. */
const TABLE = [
  ['Start', 'End', 'Client', 'Project', 'Task', 'Tags', 'Description', PICTURE],
  ...PAYLOADS.map((payload, index) => [
    '2026-03-02 08:00',
    index === 0 ? payload : '2026-03-02 12:00',
    ...Array<string>(6).fill(payload),
  ]),
]
const toCell = (text: string) => `"${text.replaceAll('"', '""')}"`
const FILE = {
  name: `${PICTURE}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(TABLE.map((row) => row.map(toCell).join(',')).join('\r\n')),
}

/** Everything that the app reads from local storage, and what else may stand there. */
// prettier-ignore
const STORED = [
  'theme', 'language', 'project-color', 'default-colors', 'theme-tokens', 'signals', 'single-keys', 'timer-state',
  'unsaved-preferences', 'recent-commands', 'waiting-changes',
]
const COLORS = { app: STYLE, client: STYLE, task: STYLE, tag: STYLE, canvas: STYLE, accent: 'url(//evil.example.net)' }
const VALUES = [
  PICTURE,
  'null',
  JSON.stringify({
    ...COLORS,
    light: COLORS,
    dark: COLORS,
    notes: PICTURE,
    projectId: PICTURE,
    preferredLanguage: PICTURE,
  }),
]

/** Everything that an address of ours can say behind its question mark. */
const PARAMETERS = [
  'q status sort order project client task tag from to view week start end timer range group subgroup projects clients',
  'tasks tags tagMatch search kinds preset rounding roundingMinutes roundingPer __proto__ constructor',
].flatMap((names) => names.split(' '))

/** The router reads JSON: there may be more than text. */
const SHAPES = [
  (text: string) => text,
  (text: string) => ({ [text]: [text], toString: text }),
  (text: string) => [[text]],
]

function hostileAddress(path: string, index: number) {
  const shape = SHAPES[index % SHAPES.length]!
  const said = PARAMETERS.map((name, place) => {
    const value = shape(PAYLOADS[(index * PARAMETERS.length + place) % PAYLOADS.length]!)
    return `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`
  })
  const inPath = encodeURIComponent(PAYLOADS[index % PAYLOADS.length]!)
  const id = path.replace(/\{-\$token\}|\$id/, inPath)
  return `${id}?${said.join('&')}#${inPath}&id_token=${inPath}`
}

const thingOf = (route: string) => /^\/(?:timer-)?(\w+)s\//.exec(route)?.[1] as keyof Ids

test('S11 whatever is written is text: on every screen, from every field, address, storage and message', async ({
  page,
  request,
  server,
  browserErrors,
  openAccount,
}) => {
  test.slow()
  await reportInjections(page, browserErrors)

  await test.step('in the addresses of pages for strangers', async () => {
    await page.goto(hostileAddress('/login', 0))
    await waitForPage(page)
    expect((await listRoutes(page)).toSorted()).toEqual([...STRANGERS, ...Object.keys(SCREENS)].toSorted())
    for (const [index, route] of STRANGERS.entries()) await go(page, hostileAddress(route, index))
  })

  const { token } = await openAccount()
  await request.put('/api/users/profile', { headers: { authorization: `Bearer ${token}` }, data: { name: PICTURE } })
  expect(listUncoveredEndpoints()).toEqual([])
  const { written, ids } = await fillAllTextFields(request, token)
  const { look, unseen } = lookout(page, written)

  await test.step('on every page, and on all that opens over it', async () => {
    await page.setViewportSize({ width: 1280, height: 5_000 })
    await page.goto('/')
    await waitForPage(page)
    const opened = new Set<string>()
    for (const [route, fields] of Object.entries(SCREENS))
      for (const index of route.endsWith('$id') ? [0, Math.floor(PAYLOADS.length / 2)] : [0]) {
        await go(page, route.replace('$id', ids[index]![thingOf(route)]))
        await look(fields, index)
        await openAll(page, opened, look)
      }
    expect([...opened]).toEqual(expect.arrayContaining(Object.keys(PANELS)))
  })

  await test.step('in questions, messages, commands and on paper', async () => {
    for (const kind of LISTS) {
      await go(page, `/${kind}s`)
      const text = `${TEMPLATE} ·${kind.replace('timer-', '')}.name`
      const row = page.getByRole('button', { name: `Actions for ${text}`, exact: true })
      await row.click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('alertdialog')).toContainText(text)
      await page.keyboard.press('Escape')
      // The menu fades below the question, and has the keys until it is gone.
      await expect(page.locator(PANEL)).toHaveCount(0)
      if (kind !== 'project') continue
      await row.click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
    }
    await page.keyboard.press('Control+k')
    const words = page.getByRole('dialog', { name: 'Find a command' }).getByRole('searchbox')
    await words.fill(PAYLOADS[0])
    await look(['project.name'])
    await words.fill('')
    await page.keyboard.press('Escape')
    await expect(words).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await go(page, `/reports?search=${encodeURIComponent(PAYLOADS[0])}`)
    await look(['project.name'])
    await page.emulateMedia({ media: null })
  })
  expect([...unseen]).toEqual([])

  await test.step('in a file that is imported', async () => {
    await go(page, '/import')
    await page.getByLabel('Choose a file').setInputFiles(FILE)
    const button = page.getByRole('button', { name: `Import ${PAYLOADS.length - 1} entries` })
    await expect(button).toBeEnabled()
    await openAll(page, new Set(), look)
    await button.click()
    await expect(page.getByRole('heading', { name: `${PAYLOADS.length - 1} entries imported` })).toBeVisible()
    await go(page, '/settings')
    await go(page, '/import')
    await expect(page.getByText(FILE.name)).toBeVisible()
  })

  await test.step('in what another client says of the timer, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const notes = PAYLOADS.slice(0, 20).join(' ')
    const socket = io(server.url, { transports: ['websocket'], auth: { token } })
    socket.emit('timer:start', { projectId: ids[0]!.project, notes, tags: [ids[0]!.tag], workDuration: 25 })
    await go(page, '/')
    await expect.poll(async () => (await readAllText(page)).includes(notes)).toBe(true)
    socket.disconnect()
    for (const route of Object.keys(SCREENS)) await go(page, route.replace('$id', ids[0]![thingOf(route)]))
  })

  await test.step('in addresses', async () => {
    for (const [index, route] of Object.keys(SCREENS).entries()) await go(page, hostileAddress(route, index))
  })

  await test.step('in what other pages and the service worker tell this one', async () => {
    await page.evaluate((payload) => {
      for (const data of [
        payload,
        { type: payload },
        { type: 'timer-action', action: payload },
        { [payload]: payload },
      ]) {
        for (const name of ['ritmo-changes', 'ritmo-timer']) {
          const channel = new BroadcastChannel(name)
          channel.postMessage.call(channel, data)
        }
        postMessage(data, location.origin)
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
      }
    }, PICTURE)
  })

  await test.step('in what the device keeps', async () => {
    for (const value of VALUES) {
      await page.evaluate(([keys, value]) => keys.forEach((key) => localStorage.setItem(key, value)), [
        STORED,
        value,
      ] as const)
      await page.goto('/')
      await waitForPage(page)
      for (const path of ['/clients/new', '/settings']) await go(page, path)
    }
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/time-entries')
    await look(['project.name', 'tag.name', 'entry.notes'])
  })

  expect(browserErrors).toEqual([])
  await test.step('and whatever were more than text would have been noticed', async () => {
    await page.evaluate(() => {
      const made = document.createElement('i')
      made.setAttribute('data-pwned', '')
      document.body.append(made)
      Object.assign(window, { pwned: 1 })
      void fetch('https://evil.example.net').catch(() => undefined)
    })
    // The last of them is the browser's own word.
    const harm = ['data-pwned', 'it runs', 'harm: connect-src', 'violates the following Content Security Policy']
    await expect.poll(() => harm.filter((what) => !browserErrors.join().includes(what))).toEqual([])
    browserErrors.length = 0
  })
})

/** Looks for texts on the page, and keeps in mind what was to be seen of them, as it was written. */
function lookout(page: Page, written: WrittenText[]) {
  const shown = written.filter(({ field }) => field !== 'view.search')
  const unseen = new Set(shown.flatMap(({ field, payloads }) => payloads.map((payload) => `${field}: ${payload}`)))
  return {
    unseen,
    async look(fields: string[] = [], index = 0) {
      const wanted = written.filter(({ field, payloads }) => fields.includes(field) && payloads[0] === PAYLOADS[index])
      const missing = async () => {
        const texts = await readAllText(page)
        for (const { field, payloads, text } of written)
          if (texts.includes(text)) for (const payload of payloads) unseen.delete(`${field}: ${payload}`)
        return wanted.filter(({ text }) => !texts.includes(text))
      }
      await expect.poll(missing).toEqual([])
    },
  }
}

/** Opens everything that a page can open, unless it was opened on another one. */
async function openAll(page: Page, opened: Set<string>, look: (fields?: string[]) => Promise<void>) {
  const buttons = page.locator('[aria-haspopup]')
  const labels = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
  for (const [index, label] of labels.entries()) {
    const name = label.replace(/:.*| (for|All|Any)\b.*/s, '')
    if (opened.has(name)) continue
    opened.add(name)
    await buttons.nth(index).click()
    await expect(page.locator(PANEL).last()).toBeVisible()
    await look(PANELS[name])
    await page.keyboard.press('Escape')
    await expect(page.locator(PANEL)).toHaveCount(0)
  }
}
