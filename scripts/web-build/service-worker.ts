import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import type { AppShell } from '../../src/web/worker/cached-response.ts'
import { ROOT } from '../run.ts'
import { checkServiceWorker } from './browsers/check-browsers.ts'
import { BUILD_TARGET } from './browsers/oldest-browsers.ts'

const SERVICE_WORKER = join(ROOT, 'src/web/worker/sw.ts')
const NO_SHELL: AppShell = { version: '', entry: '', files: [] }

/** Builds the service worker as one script with a fixed name, because browsers look for a newer one at the same address. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    configureServer({ middlewares }) {
      middlewares.use('/sw.js', (_request, reply, next) => {
        buildWorker().then((code) => reply.setHeader('content-type', 'text/javascript').end(code), next)
      })
    },
    // The worker lists all built files, so it is built last.
    async writeBundle({ dir = '' }) {
      await writeFile(join(dir, 'sw.js'), await buildWorker(await readShell(dir)))
    },
  }
}

/** The files of the app, which the worker keeps for use without a network. */
async function readShell(folder: string): Promise<AppShell> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) hash.update(path.slice(folder.length)).update(await readFile(path))
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const entry = /src="([^"]*index-[^"]*\.js)"/.exec(page)?.[1]
  if (entry === undefined) throw new Error('index.html has no entry script')
  const files = paths.map((path) => path.slice(folder.length).replaceAll('\\', '/'))
  return { version: hash.digest('hex').slice(0, 16), entry, files }
}

async function buildWorker(shell = NO_SHELL) {
  const output = { format: 'iife', entryFileNames: 'sw.js' } as const
  const options = { write: false, target: BUILD_TARGET, rolldownOptions: { input: SERVICE_WORKER, output } }
  const define = { SHELL: JSON.stringify(shell) }
  const shared = { configFile: false, root: ROOT, publicDir: false, logLevel: 'warn' } as const
  const result = await build({ ...shared, define, build: options })
  const [built] = Array.isArray(result) ? result : [result]
  if (built === undefined || !('output' in built)) throw new Error('The service worker was not built')
  const { code } = built.output[0]
  checkServiceWorker(code)
  return code
}
