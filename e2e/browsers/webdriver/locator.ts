import { expect } from '@playwright/test'
import type { Pattern, Step } from './page-tools.ts'
import { type ElementReference, idOf } from './protocol.ts'
import type { WindowDriver } from './window-driver.ts'

export type TextPattern = string | RegExp

const POLLING = { timeout: 15_000, intervals: [50] }

const toPattern = (text: TextPattern): Pattern =>
  typeof text === 'string' ? text : { source: text.source, flags: text.flags }

/** Names elements as a user does: by role, label or text. It finds those that are shown, each time anew. */
export function createLocator(driver: WindowDriver, steps: Step[]) {
  const narrow = (step: Step) => createLocator(driver, [...steps, step])
  const poll = <Value>(read: () => Promise<Value>) => expect.poll(read, { ...POLLING, message: describe(steps) })

  /** Waits until the one element is shown, does not move and is not covered. */
  async function findPoint() {
    let last = ''
    let point = await driver.runTool('findPoint', steps)
    await expect(async () => {
      point = await driver.runTool('findPoint', steps)
      const before = last
      last = JSON.stringify(point)
      if (typeof point === 'string') throw new Error(`A pointer does not reach ${describe(steps)}: ${point}`)
      if (last !== before) throw new Error(`${describe(steps)} moves`)
    }).toPass(POLLING)
    return point as Exclude<typeof point, string>
  }

  const click = async () => driver.clickAt(await findPoint())

  return {
    getByRole: (role: string, name?: TextPattern) =>
      narrow({ by: 'role', role, ...(name !== undefined && { name: toPattern(name) }) }),
    getByLabel: (label: TextPattern) => narrow({ by: 'label', pattern: toPattern(label) }),
    getByText: (text: TextPattern) => narrow({ by: 'text', pattern: toPattern(text) }),
    /** Keeps the elements that contain a text. */
    withText: (text: TextPattern) => narrow({ by: 'containedText', pattern: toPattern(text) }),
    first: () => narrow({ by: 'index', index: 0 }),
    last: () => narrow({ by: 'index', index: -1 }),
    click,
    /** Clicks a field, selects its text by keys and types over it. */
    async fill(text: string) {
      await click()
      await driver.press('Control+a')
      await (text === '' ? driver.press('Delete') : driver.type(text))
    },
    /** Chooses files in a file input, which browsers let no pointer do. */
    async setFile(path: string) {
      await poll(() => driver.runTool('count', steps)).toBe(1)
      const [element] = (await driver.runTool('find', steps)) as unknown as ElementReference[]
      await driver.send('sendKeysToElement', { id: idOf(element!), text: path })
    },
    rectangle: () => driver.runTool('rectangle', steps),
    texts: () => driver.runTool('texts', steps),
    isShown: async () => (await driver.runTool('count', steps)) > 0,
    expectShown: () => poll(() => driver.runTool('count', steps)).toBeGreaterThan(0),
    expectHidden: () => poll(() => driver.runTool('count', steps)).toBe(0),
    expectCount: (count: number) => poll(() => driver.runTool('count', steps)).toBe(count),
    expectFocus: () => poll(() => driver.runTool('hasFocus', steps)).toBe(true),
    expectText: (text: TextPattern) =>
      poll(async () => (await driver.runTool('texts', steps)).join('\n')).toEqual(
        typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
      ),
    expectValue: (value: TextPattern) =>
      poll(async () => (await driver.runTool('values', steps)).join(':')).toEqual(
        typeof value === 'string' ? value : expect.stringMatching(value),
      ),
  }
}

const describe = (steps: Step[]) => steps.map((step) => JSON.stringify(step)).join(' > ')
