import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type IndexHtmlTransformContext, type Plugin } from 'vite'
import type { Shell } from './src/web/worker/answer.ts'

const root = import.meta.dirname
/** What every page needs of others' code, and the little of ours that all of that waits for. */
const BASE =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](.*router.*|history|store|react-store)|zod|use-sync-external-store|lucide-react)[\\/]|rolldown[\\/]runtime|src[\\/](core[\\/]language|web[\\/]storage|web[\\/]ui[\\/]toast)\.ts$/
const BOOT_SCRIPT = join(root, 'src/web/boot.js')
const SERVICE_WORKER = join(root, 'src/web/worker/sw.ts')

export default defineConfig({
  root: join(root, 'src/web'),
  plugins: [
    react(),
    tailwind(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'es-ES', 'tr-TR'] }), enforce: 'pre' },
    noCycles(),
    bootScript(),
    serviceWorker(),
    precompress(),
  ],
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What comes together is one file: small ones compress worse and wait for each other.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: BASE },
            { name: companyOf, debugName: 'company' },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // The sources in `api/` are ours to serve, all else below that name is the server's.
    proxy: { [String.raw`^/api/(?!.*\.tsx?($|\?))`]: backend(), '/socket.io': { ...backend(), ws: true } },
  },
})

interface Modules {
  getModuleInfo: (id: string) => { importers: string[]; dynamicImporters: string[]; isEntry: boolean } | null
}

/**
 * What the first page needs comes in few files: what strangers and users need, what strangers need to get in, what every
 * page of a user needs, what their first page needs alone, and what the other pages that are opened often share.
 */
function companyOf(id: string, modules: Modules) {
  // A module that is asked for by itself keeps a file of its own, but for those that always come with their company.
  const isAskedFor = modules.getModuleInfo(id)?.dynamicImporters.length !== 0
  if (!OURS.test(id) || (isAskedFor && ![LOGIN, SHELL, HOME].some((pages) => pages.test(id)))) return null
  const asking = [...askers(id, modules)]
  if (asking.length === 0 || asking.some((page) => EVERYBODY.test(page))) return null
  return fileFor(
    (pages) => asking.some((page) => pages.test(page)),
    asking.every((page) => HOME.test(page)),
  )
}

function fileFor(isAskedBy: (pages: RegExp) => boolean, isOnlyForHome: boolean) {
  const isForUsers = isAskedBy(SHELL) || isAskedBy(HOME)
  if (isAskedBy(STRANGERS) && isForUsers) return 'common'
  if (isAskedBy(LOGIN)) return 'login'
  if (!isForUsers && PAGES.filter(isAskedBy).length > 1) return 'pages'
  if (isAskedBy(STRANGERS) || !isForUsers) return null
  return isOnlyForHome ? 'home' : 'shell'
}

/** Of others' code only what has no index through which everything asks for everything. */
const OURS =
  /[\\/]src[\\/]|node_modules[\\/](@tanstack[\\/](query-core|react-query)|idb|zustand)[\\/]|react-aria[\\/]dist[\\/]private[\\/](i18n[\\/](I18nProvider|useDefaultLocale|utils)|ssr)/
const EVERYBODY = /src\/web\/(main\.tsx|index\.html)/
const STRANGERS = /src\/web\/(app\/Notice\.tsx|features\/users\/\w+(Page|Layout|SignIn)\.tsx|i18n\/)/
const LOGIN = /src\/web\/features\/users\/(LoginPage|AuthLayout)\.tsx$/
const SHELL = /src\/web\/app\/(Layout\.tsx|check-session\.ts)$/
const PAGES = [
  /(app\/TimeEntriesPage|time-entries\/EntryDays)\.tsx$/,
  /reports\/ReportsPage\.tsx$/,
  /app\/list-pages\.ts$/,
]
const HOME = /src\/web\/(app\/DashboardPage|features\/overview\/Overview)\.tsx$/

/** The modules that are asked for by themselves, and cannot do without this one. */
function askers(id: string, modules: Modules, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  const { importers = [], dynamicImporters = [], isEntry = false } = modules.getModuleInfo(id) ?? {}
  const own = isEntry || dynamicImporters.length > 0 ? [id] : []
  return new Set([...own, ...importers.flatMap((importer) => [...askers(importer, modules, seen)])])
}

/** Files that wait for each other break a page, and only sometimes: no build has such. */
function noCycles(): Plugin {
  return {
    name: 'no-cycles',
    generateBundle(_options, bundle) {
      const done = new Set<string>()
      const follow = (file: string, path: string[]) => {
        if (path.includes(file)) this.error(`These files import each other: ${[...path, file].join(' > ')}`)
        if (done.has(file)) return
        done.add(file)
        const chunk = bundle[file]
        if (chunk?.type === 'chunk') for (const next of chunk.imports) follow(next, [...path, file])
      }
      for (const file of Object.keys(bundle)) follow(file, [])
    },
  }
}

function backend() {
  return { target: `http://127.0.0.1:${process.env['PORT'] ?? '3000'}` }
}

/**
 * Theme and hue before the first paint: a blocking script of its own, as the content policy allows none inline. It also
 * asks at once for the files that the page will want, which it is told here.
 */
function bootScript(): Plugin {
  let isBuild = false
  return {
    name: 'boot-script',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    buildStart() {
      const withoutComments = readFileSync(BOOT_SCRIPT, 'utf8').replaceAll(/^ *\/\/.*\n/gm, '')
      if (isBuild) this.emitFile({ type: 'asset', name: 'boot.js', source: withoutComments })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const built = Object.keys(bundle).find((name) => /boot-[^/]*\.js$/.test(name))
        const attrs = {
          src: `/${built ?? 'boot.js'}`,
          ...(built && { 'data-files': firstFiles(bundle) }),
        }
        return [{ tag: 'script', attrs, injectTo: 'head' }, ...fonts(bundle)]
      },
    },
  }
}

/** The letters of every page: found only in the style sheet they would come after the first text, and move it. */
const fonts = (bundle: Bundle) =>
  Object.keys(bundle)
    .filter((name) => /latin-wght-normal-[^/]*\.woff2$/.test(name))
    .map((name) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
      injectTo: 'head' as const,
    }))

/** What is wanted beyond what all pages have: by anybody without or with a session, and at an address by one of them. */
const WANTED: Record<string, RegExp> = {
  stranger: /users\/AuthLayout\.tsx$/,
  user: /app\/(Layout\.tsx|check-session\.ts)$/,
  'stranger /login': /users\/LoginPage\.tsx$/,
  'stranger /register': /users\/RegisterPage\.tsx$/,
  'user /': /(app\/DashboardPage|overview\/Overview)\.tsx$/,
  'user /time-entries': /(app\/TimeEntriesPage|time-entries\/EntryDays)\.tsx$/,
  'user /reports': /reports\/ReportsPage\.tsx$/,
  ...Object.fromEntries(
    ['en', 'es', 'tr'].flatMap((language) => [
      [`stranger ${language}`, new RegExp(`i18n/${language}/public\\.ts$`)],
      [`user ${language}`, new RegExp(`i18n/${language}/(public|signed-in)\\.ts$`)],
      [`user /reports ${language}`, new RegExp(`i18n/${language}/reports\\.ts$`)],
    ]),
  ),
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** For `boot.js`, as one line: who: file file, who: file. */
function firstFiles(bundle: Bundle) {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const withImports = (file: string): string[] => [file, ...(chunks.get(file)?.imports ?? []).flatMap(withImports)]
  const closure = (isWanted: (chunk: Chunk) => boolean) =>
    new Set([...chunks.values()].filter(isWanted).flatMap(({ fileName }) => withImports(fileName)))
  const filesOf = (who: string) => closure(({ moduleIds }) => moduleIds.some((id) => WANTED[who]?.test(id)))
  const everywhere = closure(({ isEntry }) => isEntry)
  const lists = Object.keys(WANTED).map((who) => {
    const [session = ''] = who.split(' ')
    const here = session === who ? new Set<string>() : filesOf(session)
    const files = [...filesOf(who)].filter((file) => !everywhere.has(file) && !here.has(file))
    return `${who}: ${files.map((file) => file.replace(/^assets\/(.*)\.js$/, '$1')).join(' ')}`
  })
  return lists.join(', ')
}

/** A script of its own in one piece, always under the same name: browsers look there for a newer one. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    configureServer({ middlewares }) {
      middlewares.use('/sw.js', (_request, reply, next) => {
        buildWorker().then((code) => reply.setHeader('content-type', 'text/javascript').end(code), next)
      })
    },
    // Only now all files are there.
    async writeBundle({ dir = '' }) {
      await writeFile(join(dir, 'sw.js'), await buildWorker(await readShell(dir)))
    },
  }
}

/** What the app is made of: the worker keeps it for the time without a network. */
async function readShell(folder: string): Promise<Shell> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) hash.update(path.slice(folder.length)).update(await readFile(path))
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const entry = /src="([^"]*index-[^"]*\.js)"/.exec(page)?.[1]
  if (entry === undefined) throw new Error('The page has no script to begin with')
  const files = paths.map((path) => path.slice(folder.length).replaceAll('\\', '/'))
  return { version: hash.digest('hex').slice(0, 16), entry, files }
}

const NO_SHELL: Shell = { version: '', entry: '', files: [] }

async function buildWorker(shell = NO_SHELL) {
  const output = { format: 'iife', entryFileNames: 'sw.js' } as const
  const options = { write: false, rolldownOptions: { input: SERVICE_WORKER, output } }
  const define = { SHELL: JSON.stringify(shell) }
  const result = await build({ configFile: false, root, publicDir: false, logLevel: 'warn', define, build: options })
  const [built] = Array.isArray(result) ? result : [result]
  if (built === undefined || !('output' in built)) throw new Error('The service worker was not built')
  return built.output[0].code
}

/** Writes .br and .gz beside every text file, so that the server never compresses at run time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const files = await readdir(join(root, 'dist'), { recursive: true })
      const texts = files.filter((file) => /\.(html|js|css|svg|json|webmanifest)$/.test(file))
      await Promise.all(texts.map((file) => compress(join(root, 'dist', file))))
    },
  }
}

async function compress(file: string) {
  const content = await readFile(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
