import { expect } from '@playwright/test'
import type { RunningBrowser } from './engines.ts'
import { createLocator, type TextPattern } from './locator.ts'
import type { Connection } from './protocol.ts'
import { createWindowDriver } from './window-driver.ts'

export type Browser = Awaited<ReturnType<typeof createBrowser>>
export type BrowserWindow = Awaited<ReturnType<Browser['openWindow']>>

const SIZE = { width: 1280, height: 900 }

/** Opens windows, and sends each command to its own. */
export async function createBrowser({ connection, downloads, stop }: RunningBrowser) {
  // Commands need a window, so this one stays open.
  const firstWindow = (await connection.send('getWindowHandle')) as string
  let currentWindow = firstWindow

  function sendTo(handle: string): Connection['send'] {
    return async (command, parameters) => {
      if (currentWindow !== handle) await connection.send('switchToWindow', { handle })
      currentWindow = handle
      return connection.send(command, parameters)
    }
  }

  return {
    downloads,
    stop,
    async openWindow() {
      const { handle } = (await sendTo(firstWindow)('newWindow', { type: 'window' })) as { handle: string }
      const send = sendTo(handle)
      await send('setWindowRect', SIZE)
      return createBrowserWindow(send)
    },
  }
}

function createBrowserWindow(send: Connection['send']) {
  const driver = createWindowDriver(send)
  const page = createLocator(driver, [])
  const errors: string[] = []
  /** A new document starts without the errors of the last one. */
  const collectErrors = async () => void errors.push(...(await driver.runTool('takeErrors')))

  return {
    getByRole: page.getByRole,
    getByLabel: page.getByLabel,
    getByText: page.getByText,
    evaluate: driver.evaluate,
    type: driver.type,
    press: driver.press,
    drag: driver.drag,
    releaseButton: driver.releaseButton,
    async open(url: string) {
      await collectErrors()
      await send('navigate', { url })
    },
    /** Reloads as a user does: Firefox's own command bypasses the service worker. */
    async reload() {
      await collectErrors()
      await driver.evaluate(() => location.reload())
      await expect.poll(() => driver.hasTools()).toBe(false)
    },
    goBack: () => send('back'),
    expectPath: (path: string | RegExp) =>
      expect
        .poll(() => driver.evaluate(() => location.pathname + location.search))
        .toEqual(typeof path === 'string' ? path : expect.stringMatching(path)),
    clickButton: (name: TextPattern) => page.getByRole('button', name).click(),
    takeScreenshot: async () => Buffer.from((await send('takeScreenshot')) as string, 'base64'),
    /** Closes the window and returns the errors of its scripts. */
    async close() {
      await collectErrors()
      await send('closeWindow')
      return errors
    },
  }
}
