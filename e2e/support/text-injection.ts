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

/** More calls at once a server may turn away. */
const AT_ONCE = 4

type Thing = keyof typeof CREATE_ENDPOINTS

/** What takes text too: the story says it on its pages, or it changes what a maker has made. */
const OTHERS = [
  'users.register',
  'users.changeProfile',
  'timer.command',
  'timeEntries.start',
  'timeEntries.bulkUpdate',
  'imports.preview',
  'imports.create',
  ...Object.values(CREATE_ENDPOINTS).map((name) => name.replace('create', 'update')),
]

/** What takes text that nobody is ever shown. */
const SECRETS = [
  'users.login',
  'users.google',
  'users.deleteProfile',
  'users.changePassword',
  'users.resetPassword',
  'users.verifyEmail',
  'push.subscribe',
  'push.unsubscribe',
]

const ENDPOINTS = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([resource, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => [`${resource}.${name}`, endpoint] as const),
  ),
)

/** The calls that write free text and that no list here knows. */
export const listUncoveredEndpoints = () =>
  [...ENDPOINTS].flatMap(([name, { method }]) => {
    const isKnown = [...Object.values<string>(CREATE_ENDPOINTS), ...OTHERS, ...SECRETS].includes(name)
    return method === 'GET' || isKnown || placesOf(name).length === 0 ? [] : [name]
  })

/** The places for free text in a call, found by trying: what works still does with a payload there. */
function placesOf(name: string): Path[] {
  const known: Record<string, string> = { email: 'somebody@example.org', endpoint: 'https://fcm.googleapis.com/x' }
  const sample = fillPlaceholders(SAMPLE_REQUESTS[name]!, (mark) => known[mark] ?? randomUUID())
  const isText = (path: Path) =>
    typeof at(sample, path) === 'string' && isRight(name, withText(sample, path, PAYLOADS[0]))
  return pathsIn(sample).filter((path) => PARTS.some((part) => part === path[0]) && isText(path))
}

const PARTS = ['query', 'body'] as const

const isRight = (name: string, sample: SampleRequest) =>
  PARTS.every((part) => {
    const schema = ENDPOINTS.get(name)![part]
    return schema === undefined || validate(schema, sample[part]).ok
  })

/** A text that was written: what it is made of, and the field that has it, such as `project.name`. */
export interface WrittenText {
  field: string
  payloads: readonly string[]
  text: string
}

export type Ids = Record<Thing, string>

/** Fills an account by every call that makes something, with every payload in every place for text. */
export async function fillAllTextFields(request: APIRequestContext, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const places = new Map(Object.values(CREATE_ENDPOINTS).map((name) => [name, placesOf(name)]))
  const written: WrittenText[] = []
  const all: Ids[] = []

  async function make(thing: Thing, ids: Partial<Record<string, string>>, index: number) {
    const name = CREATE_ENDPOINTS[thing]
    let sample = fillPlaceholders(SAMPLE_REQUESTS[name]!, (mark) => ids[mark] ?? randomUUID())
    sample.body = { ...(sample.body as object), ...CHANGES[thing]?.(index) }
    for (const path of places.get(name)!) {
      const field = `${thing}.${path.at(-1)}`
      const [payloads, text] = longest(index, field, (text) => isRight(name, withText(sample, path, text)))
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
      for (const thing of Object.keys(CREATE_ENDPOINTS) as Thing[]) ids[thing] = await make(thing, ids, index)
      all[index] = ids as Ids
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { written, ids: all }
}

/** What the samples say otherwise and would hide things from most pages. The latest entry has the first payload. */
const CHANGES: Partial<Record<Thing, (index: number) => object>> = {
  project: () => ({ status: 'active' }),
  task: () => ({ status: 'pending' }),
  entry: (index) => {
    const endedAt = Date.now() - index * HOUR_MS
    const [startTime, endTime] = [endedAt - HOUR_MS / 2, endedAt].map((at) => new Date(at).toISOString())
    return { startTime, endTime, duration: undefined, segments: undefined }
  },
}

/** A payload and as many of the next as a field can hold, with the name of the field. A single word stays as it is. */
function longest(first: number, field: string, fits: (text: string) => boolean): [string[], string] {
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

/** Complains of whatever a text has done that is more than a text: made an element, run, asked, called elsewhere. */
export async function reportInjections(page: Page, browserErrors: string[]) {
  page.on('dialog', (dialog) => {
    browserErrors.push(`asks: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') browserErrors.push(`calls: ${request.url()}`)
  })
  await page.addInitScript(() => {
    const complain = (what: string) => reportError(new Error(`harm: ${what}`))
    addEventListener('securitypolicyviolation', (event) =>
      complain(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    )
    Object.defineProperty(window, 'pwned', {
      set() {
        complain('it runs')
      },
    })
    const isHarm = (element: Element) =>
      element.matches('[data-pwned], iframe, object, embed, base, meta[http-equiv], form[action], script:not([src])') ||
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') || /^\s*javascript:/i.test(value) || (name === 'style' && /evil/.test(value)),
      )
    const withAll = (node: Node) => (node instanceof Element ? [node, ...node.querySelectorAll('*')] : [])
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        const changed = type === 'attributes' ? [target as Element] : [...addedNodes].flatMap(withAll)
        for (const element of changed) if (isHarm(element)) complain(element.outerHTML.slice(0, 200))
      }
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
}
