import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { api } from '../../src/contract/api.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { validate } from '../../src/contract/validate.ts'
import { HOUR_MS } from '../../src/core/time/units.ts'
import { type Path, pathsIn } from '../../src/server/abuse-tests/fields.ts'
import {
  fillPlaceholders,
  CREATE_ENDPOINTS,
  type SampleRequest,
  SAMPLE_REQUESTS,
} from '../../src/server/abuse-tests/sample-requests.ts'
import { PAYLOADS } from './injection-payloads.ts'

/** With more, the server may shed load. */
const MAX_CONCURRENT_REQUESTS = 4

type Resource = keyof typeof CREATE_ENDPOINTS

/** Endpoints with text fields that the story uses on its pages, or that only update what others created. */
const COVERED_ELSEWHERE = [
  'users.register',
  'users.changeProfile',
  'timer.command',
  'timeEntries.start',
  'timeEntries.bulkUpdate',
  'imports.preview',
  'imports.create',
  'imports.problems',
  ...Object.values(CREATE_ENDPOINTS).map((name) => name.replace('create', 'update')),
]

/** Endpoints whose text is never displayed. */
const NEVER_DISPLAYED = [
  'users.login',
  'users.google',
  'openid.start',
  'openid.signIn',
  'openid.startLink',
  'openid.link',
  'users.deleteProfile',
  'users.changePassword',
  'users.resetPassword',
  'users.restoreEmail',
  'securityEvents.notMe',
  'users.verifyEmail',
  'push.subscribe',
  'push.unsubscribe',
  'uploads.create',
  'archive.downloadWithPassword',
]

const ENDPOINTS = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([resource, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [`${resource}.${name}`, endpoint] as const),
  ),
)

/** Writing endpoints with free text that no list above has. */
export const listUncoveredEndpoints = () =>
  [...ENDPOINTS].flatMap(([name, { method }]) => {
    const isKnown = [...Object.values<string>(CREATE_ENDPOINTS), ...COVERED_ELSEWHERE, ...NEVER_DISPLAYED].includes(
      name,
    )
    return method === 'GET' || isKnown || textPathsOf(name).length === 0 ? [] : [name]
  })

/** Paths of free text fields in a request: those where a payload is still valid. */
function textPathsOf(name: string): Path[] {
  const known: Record<string, string> = { email: 'somebody@example.org', endpoint: 'https://fcm.googleapis.com/x' }
  const sample = fillPlaceholders(SAMPLE_REQUESTS[name]!, (mark) => known[mark] ?? randomUUID())
  const isText = (path: Path) =>
    typeof at(sample, path) === 'string' && isValid(name, withText(sample, path, PAYLOADS[0]))
  return pathsIn(sample).filter((path) => PARTS.some((part) => part === path[0]) && isText(path))
}

const PARTS = ['query', 'body'] as const

const isValid = (name: string, sample: SampleRequest) =>
  PARTS.every((part) => {
    const schema = ENDPOINTS.get(name)![part]
    return schema === undefined || validate(schema, sample[part]).ok
  })

/** A text that was saved, its payloads, and its field, such as `project.name`. */
export interface WrittenText {
  field: string
  payloads: readonly string[]
  text: string
}

export type Ids = Record<Resource, string>

/** Creates resources through every creating endpoint, with every payload in every text field. */
export async function fillAllTextFields(request: APIRequestContext, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const textPaths = new Map(Object.values(CREATE_ENDPOINTS).map((name) => [name, textPathsOf(name)]))
  const written: WrittenText[] = []
  const all: Ids[] = []

  async function make(thing: Resource, ids: Partial<Record<string, string>>, index: number) {
    const name = CREATE_ENDPOINTS[thing]
    let sample = fillPlaceholders(SAMPLE_REQUESTS[name]!, (mark) => ids[mark] ?? randomUUID())
    sample.body = { ...(sample.body as object), ...OVERRIDES[thing]?.(index) }
    for (const path of textPaths.get(name)!) {
      const field = `${thing}.${path.at(-1)}`
      const [payloads, text] = joinPayloads(index, field, (text) => isValid(name, withText(sample, path, text)))
      sample = withText(sample, path, text)
      written.push({ field, payloads, text })
    }
    const reply = await request.post(`/api${ENDPOINTS.get(name)!.path}`, { headers, data: sample.body })
    if (!reply.ok()) throw new Error(`${name} does not work: ${await reply.text()}`)
    return ((await reply.json()) as { data: { id: string } }).data.id
  }

  const queue = PAYLOADS.keys()
  const work = async () => {
    for (const index of queue) {
      const ids: Partial<Ids> = {}
      for (const thing of Object.keys(CREATE_ENDPOINTS) as Resource[]) ids[thing] = await make(thing, ids, index)
      all[index] = ids as Ids
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, work))
  return { written, ids: all }
}

/** Overrides of samples that most pages would hide. The latest entry has the first payload. */
const OVERRIDES: Partial<Record<Resource, (index: number) => object>> = {
  project: () => ({ status: 'active' }),
  task: () => ({ status: 'pending' }),
  entry: (index) => {
    const endedAt = Date.now() - index * HOUR_MS
    const [startTime, endTime] = [endedAt - HOUR_MS / 2, endedAt].map((at) => new Date(at).toISOString())
    return { startTime, endTime, duration: undefined, segments: undefined }
  },
}

/** Joins as many payloads as fit into a field, and appends the field's name. A single word stays as it is. */
function joinPayloads(first: number, field: string, fits: (text: string) => boolean): [string[], string] {
  const payloads = [...PAYLOADS.slice(first), ...PAYLOADS.slice(0, first)]
  for (let length = payloads.length; length > 1; length -= 1) {
    const text = `${payloads.slice(0, length).join('\n')} ·${field}`
    if (fits(text)) return [payloads.slice(0, length), text]
  }
  const [payload = ''] = payloads
  return [[payload], /^\w+$/.test(payload) ? payload : `${payload} ·${field}`]
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)

function withText<T>(value: T, path: Path, text: string): T {
  const copy = structuredClone(value)
  const parent = at(copy, path.slice(0, -1)) as Record<string | number, unknown>
  parent[path.at(-1)!] = text
  return copy
}

/** Reports an error when a text has created an element, run code, opened a dialog or sent a request. */
export async function reportInjections(page: Page, browserErrors: string[]) {
  page.on('dialog', (dialog) => {
    browserErrors.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') browserErrors.push(`request: ${request.url()}`)
  })
  await page.addInitScript(() => {
    const report = (what: string) => reportError(new Error(`injection: ${what}`))
    addEventListener('securitypolicyviolation', (event) =>
      report(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    )
    Object.defineProperty(window, 'pwned', {
      set() {
        report('code ran')
      },
    })
    // A text that starts with `javascript:` is harmless in a label, such as the one of a chart.
    const URL_ATTRIBUTE = /^((xlink:)?href|src|action|formaction|data)$/
    const isInjected = (element: Element) =>
      element.matches('[data-pwned], iframe, object, embed, base, meta[http-equiv], form[action], script:not([src])') ||
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          (URL_ATTRIBUTE.test(name) && /^\s*javascript:/i.test(value)) ||
          (name === 'style' && /evil/.test(value)),
      )
    const withDescendants = (node: Node) => (node instanceof Element ? [node, ...node.querySelectorAll('*')] : [])
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        const changed = type === 'attributes' ? [target as Element] : [...addedNodes].flatMap(withDescendants)
        for (const element of changed) if (isInjected(element)) report(element.outerHTML.slice(0, 200))
      }
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
}
