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
import { listRoutes, navigateTo, readAllText, waitForPage } from '../support/routes.ts'
import { THOROUGH } from '../support/thorough.ts'

const PUBLIC_ROUTES = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password/{-$token}',
  '/restore-email/{-$token}',
  '/not-me/{-$token}',
  '/verify-email/{-$token}',
]

/** The pages for signed-in users, and the fields whose texts each shows. */
const PAGES: Record<string, string[]> = {
  '/': ['project.name', 'task.name', 'tag.name', 'entry.notes'],
  '/time-entries': ['project.name', 'task.name', 'tag.name', 'entry.notes'],
  '/time-entries/new': [],
  '/reports': ['project.name'],
  '/import': [],
  '/projects': ['project.name', 'client.name'],
  '/projects/new': [],
  '/projects/$id': ['project.name', 'client.name', 'task.name', 'entry.notes'],
  '/projects/$id/settings': ['project.name', 'project.description', 'client.name'],
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
  '/trash': [],
}

/** Panels that open over a page, by the label of their button, and the fields they show. */
const PANELS: Record<string, string[]> = {
  Views: ['view.name'],
  'Add a tag': ['tag.name'],
  Projects: ['project.name'],
  Clients: ['client.name'],
  Tasks: ['task.name'],
  Tags: ['tag.name'],
}
const PANEL = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog]'

/** Lists whose rows can be deleted, after a dialog that names them. */
const LISTS = ['project', 'client', 'task', 'tag', 'timer-preset']
/** A payload with placeholders of translated texts. */
const TEMPLATE = PAYLOADS.find((payload) => payload.startsWith('{{name}}'))!
/** A payload that would load an image if it were used as a colour. */
const STYLE = PAYLOADS.find((payload) => payload.startsWith('red;'))!
const IMAGE = '<img src=x onerror=pwned=1 data-pwned>'

/** Payloads in every column of a table, in a heading and in place of a time. */
const TABLE = [
  ['Start', 'End', 'Client', 'Project', 'Task', 'Tags', 'Description', IMAGE],
  ...PAYLOADS.map((payload, index) => [
    '2026-03-02 08:00',
    index === 0 ? payload : '2026-03-02 12:00',
    ...Array<string>(6).fill(payload),
  ]),
]
const toCell = (text: string) => `"${text.replaceAll('"', '""')}"`
const FILE = {
  name: `${IMAGE}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(TABLE.map((row) => row.map(toCell).join(',')).join('\r\n')),
}

/** All keys that the app reads from local storage. */
// prettier-ignore
const STORED = [
  'theme', 'language', 'project-color', 'default-colors', 'theme-tokens', 'signals', 'single-keys', 'timer-state',
  'unsaved-preferences', 'recent-commands', 'dismissed-verification',
]
const COLORS = { app: STYLE, client: STYLE, task: STYLE, tag: STYLE, canvas: STYLE, accent: 'url(//evil.example.net)' }
const VALUES = [
  IMAGE,
  'null',
  JSON.stringify({
    ...COLORS,
    light: COLORS,
    dark: COLORS,
    notes: IMAGE,
    projectId: IMAGE,
    preferredLanguage: IMAGE,
  }),
]

/** All URL parameters of the app. */
const PARAMETERS = [
  'q status sort order project client task tag from to view week start end timer range group subgroup projects clients',
  'tasks tags tagMatch search kinds preset rounding roundingMinutes roundingPer __proto__ constructor',
].flatMap((names) => names.split(' '))

/** The router parses JSON, so a parameter may be an object or an array. */
const VALUE_SHAPES = [
  (text: string) => text,
  (text: string) => ({ [text]: [text], toString: text }),
  (text: string) => [[text]],
]

function addressWithPayloads(path: string, index: number) {
  const shape = VALUE_SHAPES[index % VALUE_SHAPES.length]!
  const parameters = PARAMETERS.map((name, position) => {
    const value = shape(PAYLOADS[(index * PARAMETERS.length + position) % PAYLOADS.length]!)
    return `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`
  })
  const inPath = encodeURIComponent(PAYLOADS[index % PAYLOADS.length]!)
  const id = path.replace(/\{-\$token\}|\$id/, inPath)
  return `${id}?${parameters.join('&')}#${inPath}&id_token=${inPath}`
}

const resourceOf = (route: string) => /^\/(?:timer-)?(\w+)s\//.exec(route)?.[1] as keyof Ids

test(
  'S11 text is never interpreted: on every page, from every field, URL, storage and message',
  THOROUGH,
  async ({ page, request, server, browserErrors, openAccount }) => {
    test.slow()
    await reportInjections(page, browserErrors)

    await test.step('in the URLs of public pages', async () => {
      await page.goto(addressWithPayloads('/login', 0))
      await waitForPage(page)
      expect((await listRoutes(page)).toSorted()).toEqual([...PUBLIC_ROUTES, ...Object.keys(PAGES)].toSorted())
      for (const [index, route] of PUBLIC_ROUTES.entries()) await navigateTo(page, addressWithPayloads(route, index))
    })

    const { token } = await openAccount()
    await request.put('/api/users/profile', { headers: { authorization: `Bearer ${token}` }, data: { name: IMAGE } })
    expect(listUncoveredEndpoints()).toEqual([])
    const { written, ids } = await fillAllTextFields(request, token)
    const { expectTexts, unseen } = trackTexts(page, written)

    await test.step('on every page and in its panels', async () => {
      await page.setViewportSize({ width: 1280, height: 5_000 })
      await page.goto('/')
      await waitForPage(page)
      const opened = new Set<string>()
      for (const [route, fields] of Object.entries(PAGES))
        for (const index of route.includes('$id') ? [0, Math.floor(PAYLOADS.length / 2)] : [0]) {
          await navigateTo(page, route.replace('$id', ids[index]![resourceOf(route)]))
          await expectTexts(fields, index)
          await openAllPanels(page, opened, expectTexts)
        }
      expect([...opened]).toEqual(expect.arrayContaining(Object.keys(PANELS)))
    })

    await test.step('in dialogs, messages, commands and in print', async () => {
      for (const kind of LISTS) {
        await navigateTo(page, `/${kind}s`)
        const text = `${TEMPLATE} ·${kind.replace('timer-', '')}.name`
        const row = page.getByRole('button', { name: `Actions for ${text}`, exact: true })
        await row.click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await expect(page.getByRole('alertdialog')).toContainText(text)
        await page.keyboard.press('Escape')
        // The menu fades out below the dialog and receives key presses until it is gone.
        await expect(page.locator(PANEL)).toHaveCount(0)
        if (kind !== 'project') continue
        await row.click()
        await page.getByRole('menuitem', { name: 'Archive' }).click()
        await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
      }
      await page.keyboard.press('Control+k')
      const words = page.getByRole('dialog', { name: 'Find a command' }).getByRole('searchbox')
      await words.fill(PAYLOADS[0])
      await expectTexts(['project.name'])
      await words.fill('')
      await page.keyboard.press('Escape')
      await expect(words).toHaveCount(0)
      await page.emulateMedia({ media: 'print' })
      await navigateTo(page, `/reports?search=${encodeURIComponent(PAYLOADS[0])}`)
      await expectTexts(['project.name'])
      await page.emulateMedia({ media: null })
    })
    expect([...unseen]).toEqual([])

    await test.step('in the trash', async () => {
      const headers = { authorization: `Bearer ${token}` }
      const last = ids.length - 1
      await request.delete(`/api/tags/${ids[last]!.tag}`, { headers })
      await navigateTo(page, '/trash')
      await expectTexts(['tag.name'], last)
    })

    await test.step('in an imported file', async () => {
      await navigateTo(page, '/import')
      await page.getByLabel('Choose a file').setInputFiles(FILE)
      const button = page.getByRole('button', { name: `Import ${PAYLOADS.length - 1} entries` })
      await expect(button).toBeEnabled()
      // Its panels are named after the columns of the file.
      await openAllPanels(page, new Set(), () => expectTexts())
      await button.click()
      await expect(page.getByRole('heading', { name: `${PAYLOADS.length - 1} entries imported` })).toBeVisible()
      await navigateTo(page, '/settings')
      await navigateTo(page, '/import')
      await expect(page.getByText(FILE.name)).toBeVisible()
    })

    await test.step('in the timer state from another client, on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const notes = PAYLOADS.slice(0, 20).join(' ')
      const socket = io(server.url, { transports: ['websocket'], auth: { token } })
      socket.emit('timer:start', { projectId: ids[0]!.project, notes, tags: [ids[0]!.tag], workDuration: 25 })
      await navigateTo(page, '/')
      await expect.poll(async () => (await readAllText(page)).includes(notes)).toBe(true)
      socket.disconnect()
      for (const route of Object.keys(PAGES)) await navigateTo(page, route.replace('$id', ids[0]![resourceOf(route)]))
    })

    await test.step('in URLs', async () => {
      for (const [index, route] of Object.keys(PAGES).entries())
        await navigateTo(page, addressWithPayloads(route, index))
    })

    await test.step('in messages of other tabs and the service worker', async () => {
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
      }, IMAGE)
    })

    await test.step('in local storage and saved queries', async () => {
      for (const value of VALUES) {
        await page.evaluate(([keys, value]) => keys.forEach((key) => localStorage.setItem(key, value)), [
          STORED,
          value,
        ] as const)
        await page.goto('/')
        await waitForPage(page)
        for (const path of ['/clients/new', '/settings']) await navigateTo(page, path)
      }
      await page.route('**/api/**', (route) => route.abort())
      await page.goto('/time-entries')
      await expectTexts(['project.name', 'tag.name', 'entry.notes'])
    })

    expect(browserErrors).toEqual([])
    await test.step('an injection would have been reported', async () => {
      await page.evaluate(() => {
        const element = document.createElement('i')
        element.setAttribute('data-pwned', '')
        document.body.append(element)
        Object.assign(window, { pwned: 1 })
        void fetch('https://evil.example.net').catch(() => undefined)
      })
      // The last one is the browser's own message.
      const expected = [
        'data-pwned',
        'code ran',
        'injection: connect-src',
        'violates the following Content Security Policy',
      ]
      await expect.poll(() => expected.filter((what) => !browserErrors.join().includes(what))).toEqual([])
      browserErrors.length = 0
    })
  },
)

/** Expects texts on the page, and collects which payloads of each field have not been displayed anywhere yet. */
function trackTexts(page: Page, written: WrittenText[]) {
  const shown = written.filter(({ field }) => field !== 'view.search')
  const unseen = new Set(shown.flatMap(({ field, payloads }) => payloads.map((payload) => `${field}: ${payload}`)))
  return {
    unseen,
    async expectTexts(fields: string[] = [], index = 0) {
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

/** Opens all panels of a page that were not opened on another one. */
async function openAllPanels(page: Page, opened: Set<string>, expectTexts: (fields?: string[]) => Promise<void>) {
  const buttons = page.locator('[aria-haspopup]').filter({ visible: true })
  const labels = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
  for (const [index, label] of labels.entries()) {
    const name = label.replace(/:.*| (for|All|Any)\b.*/s, '')
    if (opened.has(name)) continue
    opened.add(name)
    await buttons.nth(index).click()
    await expect(page.locator(PANEL).last()).toBeVisible()
    await expectTexts(PANELS[name])
    await page.keyboard.press('Escape')
    await expect(page.locator(PANEL)).toHaveCount(0)
  }
}
