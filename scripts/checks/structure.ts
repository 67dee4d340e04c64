import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { ROOT } from '../run.ts'

/** A folder with more files is hard to read as a list. Subfolders do not count, and migrations grow by design. */
const MAX_FILES_IN_FOLDER = 25
const UNLIMITED_FOLDERS = ['src/server/db/migrations']

const SHARED = ['src/core', 'src/contract']
const SERVER_FOUNDATIONS = ['db', 'http', 'realtime', 'mail', 'jobs', 'operations', 'outbound', 'secrets', 'zip'].map(
  (room) => `src/server/${room}`,
)

/**
 * The folders and packages that each folder may import besides itself; the first matching row counts. `folder/*` means
 * the files directly in it, and a missing list of packages means any. ARCHITECTURE.md has the reasons.
 */
// prettier-ignore
const ALLOWED_IMPORTS: [folder: string, folders: readonly string[], packages?: readonly string[]][] = [
  ['src/core', [], []],
  ['src/contract', ['src/core'], ['zod/mini']],
  ['src/client/assistant', [...SHARED, 'src/client'], ['@modelcontextprotocol/server', 'zod', 'node:crypto']],
  ['src/client', SHARED, ['zod/mini']],
  ['src/cli', [...SHARED, 'src/client']],
  ['src/server/features/assistants', [...SHARED, 'src/server', 'src/client']],
  ['src/server/features', [...SHARED, 'src/server']],
  ...SERVER_FOUNDATIONS.map((room): [string, string[]] => [room, [...SHARED, ...SERVER_FOUNDATIONS, 'src/server/*']]),
  ['src/server', SHARED],
  ['src/web/i18n', [...SHARED, 'src/web/*']],
  ['src/web/ui', [...SHARED, 'src/web/*', 'src/web/i18n']],
  ['src/web/api', [...SHARED, 'src/web/*', 'src/web/i18n', 'src/web/ui']],
  ['src/web/sync', [...SHARED, 'src/web/*', 'src/web/i18n', 'src/web/api']],
  ['src/web/resources', [...SHARED, 'src/web/*', 'src/web/i18n', 'src/web/ui', 'src/web/api', 'src/web/sync']],
  ['src/web/features', [...SHARED, 'src/web/*', 'src/web/i18n', 'src/web/ui', 'src/web/api', 'src/web/sync', 'src/web/resources', 'src/web/worker']],
  ['src/web', SHARED],
]

/** Names that docs/glossary.md replaced. No type, function or file may use them again. */
const RETIRED_WORDS =
  /^(stretch(es)?|pieces?|ledgers?|letters?|courier|hearing|kept|heard|asked|opened|taken|told|ghosts?|oracle|hostile|pace|beats?|wish(es)?|keeper|brief|scene|settle(s|d|ment)?|needle|pulse|stranger|twist|mortal|detour)$/i

interface Source {
  file: string
  text: string
  /** Imported files of ours, by their path. */
  imports: string[]
  packages: string[]
}

/** Checks the sizes of folders, import cycles, import directions and retired names. */
export function checkStructure() {
  const sources = globSync(['{src,scripts,bench,drills,e2e}/**/*.{ts,tsx,mjs}'], { cwd: ROOT })
    .filter((file) => !file.includes('node_modules'))
    .toSorted()
    .map(readSource)
  const complaints = [
    ...findLargeFolders(),
    ...findCycles(sources),
    ...sources.flatMap(findForbiddenImports),
    ...sources.flatMap(findRetiredNames),
  ]
  return { ok: complaints.length === 0, output: complaints.join('\n') }
}

function readSource(file: string): Source {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const specifiers = [...text.matchAll(/\b(?:from|import|import\()\s*'([^'\s]+)'/g)].map(
    ([, specifier = '']) => specifier,
  )
  const isOurs = (specifier: string) => /^[#.]/.test(specifier)
  const imports = specifiers
    .filter(isOurs)
    .map((specifier) => resolveImport(file, specifier))
    .filter((path) => existsSync(join(ROOT, path)))
  return { file, text, imports, packages: specifiers.filter((specifier) => !isOurs(specifier)) }
}

const resolveImport = (file: string, specifier: string) =>
  specifier.startsWith('#') ? `src/${specifier.slice(1)}` : posix.join(dirname(file), specifier)

function findLargeFolders() {
  const counts = new Map<string, number>()
  for (const path of globSync('{src,scripts,bench,drills,e2e}/**/*.*', { cwd: ROOT })) {
    const folder = dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(
      ([folder, count]) =>
        count > MAX_FILES_IN_FOLDER && !UNLIMITED_FOLDERS.includes(folder) && !folder.includes('node_modules'),
    )
    .map(([folder, count]) => `${folder}: ${count} files, at most ${MAX_FILES_IN_FOLDER} are easy to read`)
}

/** Type-only and lazy imports count too, because a reader has to follow them as well. */
function findCycles(sources: Source[]) {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    const seenAt = path.indexOf(file)
    if (seenAt >= 0)
      return void cycles.push(`These files import each other: ${[...path.slice(seenAt), file].join(' > ')}`)
    if (done.has(file)) return
    for (const next of importsOf.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const { file } of sources) visit(file, [])
  return cycles
}

function findForbiddenImports({ file, imports, packages }: Source) {
  const [folder, folders, allowedPackages] = ALLOWED_IMPORTS.find(([folder]) => isIn(folder, file)) ?? []
  if (folder === undefined || folders === undefined || isTestCode(file)) return []
  const foreign = packages.filter((name) => allowedPackages !== undefined && !allowedPackages.includes(name))
  return [
    ...foreign.map((name) => `${file}: ${folder} may not import the package ${name}`),
    ...imports.flatMap((target) => {
      if (isTestCode(target)) return [`${file}: imports test code, ${target}`]
      if (![folder, ...folders].some((allowed) => isIn(allowed, target)))
        return [`${file}: ${folder} may not import ${target}`]
      if (isPrivateToOtherFeature(file, target))
        return [`${file}: may import only queries.ts of another feature, not ${target}`]
      return []
    }),
  ]
}

const isTestCode = (file: string) => /\.test\.tsx?$|\/(testing|abuse-tests)\//.test(file)

const isIn = (folder: string, file: string) =>
  folder.endsWith('/*') ? dirname(file) === folder.slice(0, -2) : file === folder || file.startsWith(`${folder}/`)

function isPrivateToOtherFeature(file: string, target: string) {
  const feature = /^src\/(?:server|web)\/features\/[^/]+\//
  const [own] = feature.exec(file) ?? []
  const [other] = feature.exec(target) ?? []
  return own !== undefined && other !== undefined && own !== other && target !== `${other}queries.ts`
}

function findRetiredNames({ file, text }: Source) {
  const declared = [...text.matchAll(/^(?:export )?(?:interface|type|class|function|const) ([A-Za-z]\w*)/gm)].map(
    ([, name = '']) => name,
  )
  const words = [basename(file), ...declared].flatMap((name) => name.split(/(?<=[a-z])(?=[A-Z])|[-._]/))
  return [...new Set(words)]
    .filter((word) => RETIRED_WORDS.test(word))
    .map((word) => `${file}: “${word}” is a retired word, see docs/glossary.md`)
}
