import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { ROOT } from './run.ts'

/** More files than this in one folder are hard to read as a list. Subfolders do not count, migrations grow by design. */
const MAX_FILES_IN_FOLDER = 25
const MAY_GROW = ['src/server/db/migrations']

/**
 * Which rooms a room may import, the first matching row counts. `self` is the room that a file is in, and the other
 * names are folders. ARCHITECTURE.md gives the reasons.
 */
const WEB_FOUNDATIONS = ['src/web/i18n', 'src/web/ui', 'src/web/api', 'src/web/resources', 'src/web/storage.ts']
// prettier-ignore
const DIRECTIONS: [room: string, mayImport: readonly string[]][] = [
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

/** Words that named these things before docs/glossary.md: as a name of a type, function or file they do not come back. */
const RETIRED_WORDS =
  /(?<![A-Za-z])(Stretch(es)?|Ledgers?|Letters?|Courier|Hearing|Kept|Heard|Asked|Opened|Taken|Told|Ghost|Oracle|Hostile|Pace|Beat|Wish|Keeper|Brief|Scene|WayOn|Detour|Settlement)(?![a-z])/

interface Source {
  file: string
  text: string
  imports: string[]
}

/** The structure of the source: sizes of folders, circles and directions of imports, and names that were retired. */
export function checkStructure() {
  const sources = globSync(['{src,scripts,bench,drills,e2e}/**/*.{ts,tsx,mjs}'], { cwd: ROOT })
    .filter((file) => !file.includes('node_modules'))
    .toSorted()
    .map(readSource)
  const complaints = [
    ...findLargeFolders(),
    ...findCircles(sources),
    ...sources.flatMap(findWrongDirections),
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
        count > MAX_FILES_IN_FOLDER && !MAY_GROW.includes(folder) && !folder.includes('node_modules'),
    )
    .map(([folder, count]) => `${folder}: ${count} files, at most ${MAX_FILES_IN_FOLDER} are easy to read`)
}

/** Type-only and lazy imports count too: a circle is hard to follow whichever way it is loaded. */
function findCircles(sources: Source[]) {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: string[]) => {
    const seenAt = path.indexOf(file)
    if (seenAt >= 0)
      return void circles.push(`These files import each other: ${[...path.slice(seenAt), file].join(' > ')}`)
    if (done.has(file)) return
    for (const next of importsOf.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const { file } of sources) visit(file, [])
  return circles
}

function findWrongDirections({ file, imports }: Source) {
  const isTest = /\.test\.tsx?$|\/testing\//.test(file)
  const [room, allowed] = DIRECTIONS.find(([room]) => isIn(room, file)) ?? []
  if (room === undefined || allowed === undefined || isTest) return []
  return imports.flatMap((target) => {
    if (/\/testing\//.test(target) && !file.includes('abuse-tests')) return [`${file}: imports test code, ${target}`]
    if (!isIn(room, target) && !allowed.some((other) => isIn(other, target)))
      return [`${file}: ${room} may not import ${target}`]
    if (isPrivateToOtherFeature(file, target))
      return [`${file}: of another feature only its queries.ts may be used, not ${target}`]
    return []
  })
}

const isIn = (room: string, file: string) => file === room || file.startsWith(`${room}/`)

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
