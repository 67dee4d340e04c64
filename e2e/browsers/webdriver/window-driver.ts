import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../scripts/run.ts'
import { pressActions, typeActions } from './keys.ts'
import { createPageTools, type PageTools, type Point } from './page-tools.ts'
import type { Connection } from './protocol.ts'

export type WindowDriver = ReturnType<typeof createWindowDriver>
type Tool = {
  [Name in keyof PageTools]: PageTools[Name] extends (...given: never[]) => unknown ? Name : never
}[keyof PageTools]

const TESTING_LIBRARY = join(ROOT, 'node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js')

/** Scripts run in a scope of their own, so the tools are kept on the window. */
const INSTALL_TOOLS = `
  const exports = {}, module = {};
  (function () { ${readFileSync(TESTING_LIBRARY, 'utf8')} }).call(window);
  window.storyTools = (${createPageTools.toString()})(exports)`
const RUN_TOOL = `
  if (window.storyTools === undefined) return { isMissing: true }
  return { result: window.storyTools[arguments[0]](...arguments[1]) }`

/** Drives one window with real pointer and key events. `send` switches to that window first. */
export function createWindowDriver(send: Connection['send']) {
  const execute = (script: string, ...args: unknown[]) => send('executeScript', { script, args })

  async function runTool<Name extends Tool>(name: Name, ...given: Parameters<PageTools[Name]>) {
    type Reply = { isMissing?: boolean; result: ReturnType<PageTools[Name]> }
    const reply = (await execute(RUN_TOOL, name, given)) as Reply
    if (!reply.isMissing) return reply.result
    await execute(INSTALL_TOOLS)
    return ((await execute(RUN_TOOL, name, given)) as Reply).result
  }

  const performActions = (type: 'key' | 'pointer', actions: object[]) => {
    const source =
      type === 'key' ? { type, id: 'keyboard' } : { type, id: 'mouse', parameters: { pointerType: 'mouse' } }
    return send('performActions', { actions: [{ ...source, actions }] })
  }
  const moveTo = ({ x, y }: Point) => ({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) })
  const press = { type: 'pointerDown', button: 0 }
  const release = { type: 'pointerUp', button: 0 }

  return {
    send,
    runTool,
    /** False in a new document. */
    hasTools: () => execute('return window.storyTools !== undefined') as Promise<boolean>,
    /** Runs a function in the page. */
    evaluate: <Result, Given extends unknown[]>(work: (...given: Given) => Result, ...given: Given) =>
      execute(`return (${work.toString()})(...arguments)`, ...given) as Promise<Awaited<Result>>,
    type: (text: string) => performActions('key', typeActions(text)),
    press: (combination: string) => performActions('key', pressActions(combination)),
    clickAt: (point: Point) => performActions('pointer', [moveTo(point), press, release]),
    /** Holds the button and moves through the points. */
    async drag([first, ...others]: [Point, ...Point[]]) {
      await performActions('pointer', [moveTo(first), press])
      for (const point of others) await performActions('pointer', [moveTo(point)])
    },
    releaseButton: () => performActions('pointer', [release]),
  }
}
