import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { ROOT } from '../run.ts'

/** A folder with more files is hard to read as a list. Subfolders do not count, and migrations grow by design. */
const MAX_FILES_IN_FOLDER = 25
const UNLIMITED_FOLDERS = ['src/server/db/migrations']

const WEB_FOUNDATIONS = ['src/web/i18n', 'src/web/ui', 'src/web/api', 'src/web/resources', 'src/web/storage.ts']
/** The folders that each folder may import besides itself; the first matching row counts. ARCHITECTURE.md has the reasons. */
// prettier-ignore
const ALLOWED_IMPORTS: [folder: string, mayImport: readonly string[]][] = [
  ['src/core', []],
  ['src/contract', ['src/core']],
  ['src/server/abuse-tests', ['src/core', 'src/contract', 'src/server', 'scripts']],
  ['src/server/testing', ['src/core', 'src/contract', 'src/server', 'scripts']],
  ['src/server/features', ['src/core', 'src/contract', 'src/server']],
  ['src/server', ['src/core', 'src/contract']],
  ['src/web/i18n', ['src/core', 'src/contract', 'src/web/storage.ts']],
  ['src/web/ui', ['src/core', 'src/contract', 'src/web/i18n', 'src/web/storage.ts']],
  ['src/web/api', ['src/core', 'src/contract', 'src/web/i18n', 'src/web/ui', 'src/web/storage.ts', 'src/web/testing']],
  ['src/web/resources', ['src/core', 'src/contract', ...WEB_FOUNDATIONS]],
  ['src/web/features', ['src/core', 'src/contract', ...WEB_FOUNDATIONS, 'src/web/worker', 'src/web/testing']],
  ['src/web', ['src/core', 'src/contract']],
]

/** Names that docs/glossary.md replaced. No type, function or file may use them again. */
const RETIRED_WORDS =
  /(?<![A-Za-z])(Stretch(es)?|Ledgers?|Letters?|Courier|Hearing|Kept|Heard|Asked|Opened|Taken|Told|Ghost|Oracle|Hostile|Pace|Beat|Wish|Keeper|Brief|Scene|WayOn|Detour|Settlement)(?![a-z])/

interface Source {
  file: string
  text: string
  imports: string[]
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
  const specifiers = text.matchAll(/\b(?:from|import|import\()\s*'([#.][^']+)'/g)
  const imports = [...specifiers]
    .map(([, specifier = '']) => resolveImport(file, specifier))
    .filter((path) => existsSync(join(ROOT, path)))
  return { file, text, imports }
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

function findForbiddenImports({ file, imports }: Source) {
  const isTest = /\.test\.tsx?$|\/testing\//.test(file)
  const [folder, allowed] = ALLOWED_IMPORTS.find(([folder]) => isIn(folder, file)) ?? []
  if (folder === undefined || allowed === undefined || isTest) return []
  return imports.flatMap((target) => {
    if (/\/testing\//.test(target) && !file.includes('abuse-tests')) return [`${file}: imports test code, ${target}`]
    if (!isIn(folder, target) && !allowed.some((other) => isIn(other, target)))
      return [`${file}: ${folder} may not import ${target}`]
    if (isPrivateToOtherFeature(file, target))
      return [`${file}: may import only queries.ts of another feature, not ${target}`]
    return []
  })
}

const isIn = (folder: string, file: string) => file === folder || file.startsWith(`${folder}/`)

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
    .filter((word) => RETIRED_WORDS.test(word.charAt(0).toUpperCase() + word.slice(1)))
    .map((word) => `${file}: “${word}” is a retired word, see docs/glossary.md`)
}
