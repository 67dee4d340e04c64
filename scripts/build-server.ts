import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { findBundle, hashFiles } from '../src/server/deployment/bundle.mjs'
import { ROOT } from './run.ts'

const FOLDER = join(ROOT, 'build/server')

/** Packages of many files, which take most of the start. The others stay where they are: some find files beside their own. */
const INLINED = withDependencies(['fast-jwt', 'kysely', 'prom-client', 'socket.io', 'zod'])

/** Bundles the server unless that was already done with the same files. `main.mjs` starts the bundle. */
export async function buildServer() {
  if (findBundle() !== undefined) return
  // A start at the same time must not find half of it.
  const folder = `${FOLDER}-${process.pid}`
  const bundle = await rolldown({
    input: join(ROOT, 'src/server/start.ts'),
    cwd: ROOT,
    platform: 'node',
    external: (id) => !/^[.#/]/.test(id) && !INLINED.has(packageOf(id)),
    plugins: [keepAddresses(folder)],
  })
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: 'start.mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  const files = output
    .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    .filter((id) => id.startsWith(join(ROOT, 'src')))
    .map((id) => relative(ROOT, id).replaceAll(sep, '/'))
  const sources = [...files.toSorted(), 'package-lock.json']
  writeFileSync(join(folder, 'sources.json'), JSON.stringify({ files: sources, hash: hashFiles(ROOT, sources) }))
  removeServerBundle()
  renameSync(folder, FOLDER)
}

/** Without it the server starts from its sources. */
export const removeServerBundle = () => rmSync(FOLDER, { recursive: true, force: true })

const packageOf = (id: string) => id.split('/', id.startsWith('@') ? 2 : 1).join('/')

function withDependencies(names: readonly string[], known = new Set<string>()) {
  for (const name of names) {
    if (known.has(name)) continue
    known.add(name)
    const manifest = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> }
    withDependencies(Object.keys(dependencies), known)
  }
  return known
}

/** A module finds files beside its source, also when it is in the bundle. */
function keepAddresses(folder: string): Plugin {
  return {
    name: 'keep-addresses',
    transform(code, id) {
      if (!id.startsWith(join(ROOT, 'src')) || !code.includes('import.meta')) return undefined
      const path = relative(folder, id).replaceAll(sep, '/')
      return code
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(path)}`)})`)
    },
  }
}
