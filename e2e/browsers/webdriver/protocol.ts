/** The commands of the WebDriver standard that stories need: their HTTP route, and their name in Marionette. */
export const COMMANDS = {
  newSession: ['POST', '', 'WebDriver:NewSession'],
  deleteSession: ['DELETE', '/', 'WebDriver:DeleteSession'],
  navigate: ['POST', '/url', 'WebDriver:Navigate'],
  back: ['POST', '/back', 'WebDriver:Back'],
  getWindowHandle: ['GET', '/window', 'WebDriver:GetWindowHandle'],
  newWindow: ['POST', '/window/new', 'WebDriver:NewWindow'],
  closeWindow: ['DELETE', '/window', 'WebDriver:CloseWindow'],
  switchToWindow: ['POST', '/window', 'WebDriver:SwitchToWindow'],
  setWindowRect: ['POST', '/window/rect', 'WebDriver:SetWindowRect'],
  executeScript: ['POST', '/execute/sync', 'WebDriver:ExecuteScript'],
  performActions: ['POST', '/actions', 'WebDriver:PerformActions'],
  sendKeysToElement: ['POST', '/element/{id}/value', 'WebDriver:ElementSendKeys'],
  takeScreenshot: ['GET', '/screenshot', 'WebDriver:TakeScreenshot'],
} as const

export type Command = keyof typeof COMMANDS

/** A connection to a browser that obeys WebDriver commands. */
export interface Connection {
  send: (command: Command, parameters?: Record<string, unknown>) => Promise<unknown>
  close: () => void
}

/** The key under which the standard sends references to elements. */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'
export type ElementReference = Record<typeof ELEMENT_KEY, string>
export const idOf = (element: ElementReference) => element[ELEMENT_KEY]

/** An error reply of the browser, such as `javascript error`. */
export class WebDriverError extends Error {
  constructor(command: Command, { error, message }: { error: string; message: string }) {
    super(`${command}: ${error}: ${message}`)
  }
}
