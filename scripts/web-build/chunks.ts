import { join } from 'node:path'
import type { Plugin } from 'vite'
import { FREQUENT_PAGES, ROUTE_CHUNKS } from '../../src/web/app/route-chunks.ts'
import { SCHEMAS } from './contract-outlines.ts'
import { ROOT } from '../run.ts'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: string[]; dynamicImporters: string[]; isEntry: boolean } | null
}

/** Packages that every page loads. */
const BASE_PACKAGES = [
  'react',
  'react-dom',
  'scheduler',
  '@tanstack/react-router',
  '@tanstack/router-core',
  '@tanstack/history',
  '@tanstack/store',
  '@tanstack/react-store',
  'use-sync-external-store',
]

/**
 * Packages, and single files of packages, that are grouped like our own modules. A package whose index imports all of
 * its parts is not listed, because one import would pull in everything.
 */
const GROUPED_PACKAGES = [
  '@tanstack/query-core',
  '@tanstack/react-query',
  'idb',
  'zustand',
  'react-aria/dist/private/i18n/I18nProvider.mjs',
  'react-aria/dist/private/i18n/useDefaultLocale.mjs',
  'react-aria/dist/private/i18n/utils.mjs',
  'react-aria/dist/private/ssr/SSRProvider.mjs',
]

const toId = (path: string) => join(ROOT, path)
const inPackages = (names: readonly string[]) => (id: string) =>
  names.some((name) => `${id}/`.includes(`/node_modules/${name}/`))

const isIcon = inPackages(['lucide-react/dist/esm/icons'])
const isOfBasePackage = (id: string) => inPackages([...BASE_PACKAGES, 'lucide-react'])(id) && !isIcon(id)
const isOfGroupedPackage = inPackages(GROUPED_PACKAGES)
const BASE = ROUTE_CHUNKS.base.map(toId)
const ANONYMOUS = ROUTE_CHUNKS.anonymous.map(toId)
const LOGIN = ROUTE_CHUNKS.login.map(toId)
const SHELL = ROUTE_CHUNKS.shell.map(toId)
const HOME = ROUTE_CHUNKS.home.map(toId)
const FREQUENT = Object.entries(FREQUENT_PAGES).map(([name, paths]) => ({ name, ids: paths.map(toId) }))
const GROUPED_PAGES = [...LOGIN, ...SHELL, ...HOME, ...FREQUENT.flatMap(({ ids }) => ids)]
const ENTRIES = ['src/web/main.tsx', 'src/web/index.html'].map(toId)
const TRANSLATIONS = toId('src/web/i18n/')
const SMALL_PARTS = [
  'src/contract/',
  'src/core/goals/',
  'src/web/features/goals/',
  'src/web/ui/display/',
  'src/web/ui/layout/',
].map(toId)

/** A first visit loads few files, because small ones compress worse and wait for each other. */
export const CHUNK_GROUPS = [
  {
    name: 'base',
    test: (id: string) => isOfBasePackage(id) || id.includes('rolldown/runtime') || BASE.includes(id),
  },
  { name: 'zod', test: inPackages(['zod']) },
  { name: nameGroup, debugName: 'route group' },
]

function nameGroup(id: string, graph: ModuleGraph) {
  if (!isGroupable(id, graph)) return null
  const pages = [...findLazyImporters(id, graph)]
  if (pages.length === 0 || pages.some((page) => ENTRIES.includes(page))) return null
  // One file holds the icons that several other pages share.
  return nameGroupOf(id, pages) ?? (isIcon(id) && pages.length > 1 ? 'icons' : null)
}

function isGroupable(id: string, graph: ModuleGraph) {
  if (isIcon(id) || isOfGroupedPackage(id)) return true
  // A lazy module keeps a file of its own, unless it always loads together with its group.
  const isLazy = graph.getModuleInfo(id)?.dynamicImporters.length !== 0
  return id.startsWith(toId('src/')) && (!isLazy || GROUPED_PAGES.includes(id))
}

/** Names the file for a module that these pages need. */
function nameGroupOf(id: string, pages: readonly string[]) {
  const isFor = (group: readonly string[]) => pages.some((page) => group.includes(page))
  const isForVisitors =
    isFor(ANONYMOUS) || pages.some((page) => page.startsWith(TRANSLATIONS) || page.endsWith(SCHEMAS))
  const isForUsers = isFor([...SHELL, ...HOME])
  const frequent = FREQUENT.filter(({ ids }) => isFor(ids))
  if (isForVisitors)
    return nameVisitorGroup({ isForUsers: isForUsers || frequent.length > 0, isForLogin: isFor(LOGIN), pages })
  if (isForUsers) return pages.every((page) => HOME.includes(page)) ? 'home' : 'shell'
  return frequent.length > 1 ? 'pages' : nameFrequentGroup(id, pages, frequent[0])
}

/**
 * Pages that are opened rarely use some modules of a frequent one, and must not load the rest of its file: small parts of
 * the app are with those of several pages, the others in a second file of the frequent page.
 */
function nameFrequentGroup(id: string, pages: readonly string[], frequent: (typeof FREQUENT)[number] | undefined) {
  if (frequent === undefined) return null
  if (pages.every((page) => frequent.ids.includes(page))) return frequent.name
  return isIcon(id) || SMALL_PARTS.some((folder) => id.startsWith(folder)) ? 'pages' : `${frequent.name}-shared`
}

interface VisitorGroup {
  isForUsers: boolean
  isForLogin: boolean
  pages: readonly string[]
}

/** A page of users that is opened rarely, like the settings, must not load the login page for the fields it has in common. */
function nameVisitorGroup({ isForUsers, isForLogin, pages }: VisitorGroup) {
  if (isForUsers) return 'common'
  if (!isForLogin) return null
  return pages.every((page) => ANONYMOUS.includes(page)) ? 'login' : 'login-shared'
}

/** The entries and lazy modules that cannot load without this one. */
function findLazyImporters(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  // A schema is imported by the re-exports of its module, which more pages load than need it.
  if (id.endsWith(SCHEMAS)) return new Set([id])
  const { importers = [], dynamicImporters = [], isEntry = false } = graph.getModuleInfo(id) ?? {}
  const own = isEntry || dynamicImporters.length > 0 ? [id] : []
  return new Set([...own, ...importers.flatMap((importer) => [...findLazyImporters(importer, graph, seen)])])
}

/** Fails the build when a group names a module or package that the app does not have, or when chunks import each other. */
export function checkChunks(): Plugin {
  return {
    name: 'check-chunks',
    generateBundle(_options, bundle) {
      const ids = [...this.getModuleIds()]
      const paths = [...Object.values(ROUTE_CHUNKS).flat(), ...Object.values(FREQUENT_PAGES).flat()]
      const missing = [
        ...paths.filter((path) => !ids.includes(toId(path))),
        ...[...BASE_PACKAGES, ...GROUPED_PACKAGES].filter((name) => !ids.some(inPackages([name]))),
      ]
      if (missing.length > 0) this.error(`The build groups modules that the app does not have: ${missing.join(', ')}`)
      const done = new Set<string>()
      const follow = (file: string, path: string[]) => {
        // Chunks that wait for each other break a page, and only sometimes.
        if (path.includes(file)) this.error(`These chunks import each other: ${[...path, file].join(' > ')}`)
        if (done.has(file)) return
        done.add(file)
        const chunk = bundle[file]
        if (chunk?.type === 'chunk') for (const next of chunk.imports) follow(next, [...path, file])
      }
      for (const file of Object.keys(bundle)) follow(file, [])
    },
  }
}
