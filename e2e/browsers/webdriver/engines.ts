import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { createManagedProcess, createTemporaryFolder, removeFolder } from '../../../scripts/topology/managed-process.ts'
import { connectByHttp } from './http-connection.ts'
import { connectByMarionette } from './marionette-connection.ts'
import type { Connection } from './protocol.ts'

export interface RunningBrowser {
  connection: Connection
  /** Folder of downloaded files. */
  downloads: string
  stop: () => Promise<void>
}

/** Week stories draw across the change to daylight saving time of this zone. */
const ZONE = 'Europe/Madrid'

export const START_BROWSER = { firefox: startFirefox, webkit: startWebKit }

/** Starts Firefox without a window, with an empty profile. */
async function startFirefox(): Promise<RunningBrowser> {
  const { home, downloads } = createHome()
  const preferences = Object.entries(firefoxPreferences(downloads)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(home, 'user.js'), preferences.join('\n'))
  const portFile = join(home, 'MarionetteActivePort')
  const readPort = () => Number(existsSync(portFile) && readFileSync(portFile, 'utf8'))
  const firefox = createManagedProcess({
    name: 'Firefox',
    url: '',
    command: ['firefox-esr', '--marionette', '--headless', '--no-remote', '--profile', home],
    spawnOptions: { env: { ...process.env, HOME: home, TZ: ZONE } },
    folder: home,
    isReady: async () => readPort() > 0,
  })
  await firefox.start()
  const connection = await connectByMarionette(readPort())
  await connection.send('newSession')
  return {
    connection,
    downloads,
    async stop() {
      connection.close()
      await firefox.crash()
      removeFolder(home)
    },
  }
}

/** Firefox writes the port into its profile. The other preferences keep it from calling home and from animating. */
const firefoxPreferences = (downloads: string) => ({
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'browser.download.dir': downloads,
  'browser.download.folderList': 2,
  'browser.newtabpage.enabled': false,
  'browser.startup.page': 0,
  // The viewer of JSON documents runs no scripts.
  'devtools.jsonview.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
  'ui.prefersReducedMotion': 1,
})

/** Starts the browser of WebKitGTK on a virtual display, because it does not run without one. */
async function startWebKit(): Promise<RunningBrowser> {
  const { home, downloads } = createHome()
  const config = join(home, '.config')
  mkdirSync(join(config, 'gtk-3.0'), { recursive: true })
  writeFileSync(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"`)
  writeFileSync(join(config, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const display = createDisplay(home)
  await display.start()
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const driver = createManagedProcess({
    name: 'WebKitWebDriver',
    url,
    command: ['WebKitWebDriver', `--port=${port}`],
    spawnOptions: {
      env: { ...process.env, HOME: home, XDG_CONFIG_HOME: config, DISPLAY: display.url, LANG: 'en_US.UTF-8', TZ: ZONE },
    },
    folder: home,
    isReady: () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
  })
  await driver.start()
  const connection = connectByHttp(url)
  await connection.send('newSession', { capabilities: { alwaysMatch: {} } })
  return {
    connection,
    downloads,
    async stop() {
      await connection.send('deleteSession').catch(() => undefined)
      await driver.crash()
      await display.crash()
      removeFolder(home)
    },
  }
}

/** An X server without a screen. It chooses a free display and writes its number. */
function createDisplay(folder: string) {
  const readNumber = () => /^\d+$/m.exec(readFileSync(join(folder, 'Xvfb.log'), 'utf8'))?.[0]
  const server = createManagedProcess({
    name: 'Xvfb',
    url: '',
    command: ['Xvfb', '-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    folder,
    isReady: async () => readNumber() !== undefined,
  })
  return {
    ...server,
    get url() {
      return `:${readNumber()}`
    },
  }
}

function createHome() {
  const home = createTemporaryFolder('ritmo-browser-')
  const downloads = join(home, 'Downloads')
  mkdirSync(downloads)
  return { home, downloads }
}
