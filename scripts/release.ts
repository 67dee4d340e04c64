import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { VERSION } from '../src/core/version.ts'
import { buildServer } from './build-server.ts'
import { ROOT, run } from './run.ts'
import { buildWeb } from './web-build/build-web.ts'

const FOLDER = join(ROOT, 'release')
const NAME = `ritmo-${VERSION}`
const STAGE = join(FOLDER, NAME)

/** Everything that a running site needs, and its operator reads. */
const CONTENTS = [
  '{package-lock.json,.npmrc,LICENSE,README.md,CHANGELOG.md,SECURITY.md,ARCHITECTURE.md,CONTRIBUTING.md}',
  'docs/**/*.*',
  'deploy/**/*',
  'dist/**/*',
  'build/server/*',
  'man/*',
  'src/{core,contract,client,cli,server}/**/*.{ts,mjs,txt,json}',
  'tsconfig.json',
]
const LEFT_OUT = /\.test\.ts$|\/(testing|abuse-tests)\//
/** The scripts of package.json that a release has. */
const ENTRIES = ['start', 'operate', 'config', 'mail', 'warm-up']

await buildWeb()
await buildServer()
rmSync(FOLDER, { recursive: true, force: true })
const files = CONTENTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
  .filter((file) => !LEFT_OUT.test(file))
const entries = ENTRIES.map((name) => globSync(`scripts/${name}.{ts,mjs}`, { cwd: ROOT })[0]).filter(
  (file) => file !== undefined,
)
const scripts = withImports(['scripts/bootstrap.mjs', ...entries])
for (const file of new Set([...files, ...scripts])) {
  mkdirSync(dirname(join(STAGE, file)), { recursive: true })
  cpSync(join(ROOT, file), join(STAGE, file))
}
writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(trimManifest(), null, 2)}\n`)

const sbom = await must('npm', ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format', 'cyclonedx'])
const outputs = {
  [`${NAME}.sbom.json`]: sbom,
  [`${NAME}.md`]: readNotes(),
}
for (const [name, text] of Object.entries(outputs)) writeFileSync(join(FOLDER, name), text)
cpSync(join(FOLDER, `${NAME}.sbom.json`), join(STAGE, 'sbom.json'))
const archive = `${NAME}.tar.gz`
// The same sources give the same archive.
const tarFlags = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go=rX', '--mtime=@0']
await must('tar', ['-C', FOLDER, ...tarFlags, '-czf', join(FOLDER, archive), NAME])
rmSync(STAGE, { recursive: true })
const sums = [archive, ...Object.keys(outputs)].map((name) => {
  const hash = createHash('sha256').update(readFileSync(join(FOLDER, name)))
  return `${hash.digest('hex')}  ${name}\n`
})
writeFileSync(join(FOLDER, 'SHA256SUMS'), sums.join(''))
console.log(`release/${archive}\n${sums.join('')}`)

/** Adds the files that these import by a relative path, as long as they are scripts. */
function withImports(paths: readonly string[], known = new Set<string>()) {
  for (const path of paths) {
    if (known.has(path) || !path.startsWith('scripts/')) continue
    known.add(path)
    const imports = readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:from |import\()'(\.{1,2}\/[^']+)'/g)
    withImports(
      [...imports].map(([, target = '']) => join(dirname(path), target)),
      known,
    )
  }
  return known
}

/** The lock names all packages, so the lists of packages stay. Scripts whose file is missing would only fail. */
function trimManifest() {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const isIncluded = (command: string) => {
    const script = /^node scripts\/bootstrap\.mjs ([\w-]+)/.exec(command)?.[1]
    return (
      script !== undefined && ['ts', 'mjs'].some((ending) => existsSync(join(STAGE, `scripts/${script}.${ending}`)))
    )
  }
  const kept = Object.entries(manifest.scripts).filter(([, command]) => isIncluded(command))
  return { ...manifest, scripts: Object.fromEntries(kept) }
}

/** The part of CHANGELOG.md about this version; that of the unreleased changes for a version in development. */
function readNotes() {
  const sections = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m)
  const title = VERSION.includes('-') ? 'Unreleased' : VERSION
  const section = sections.find((text) => text.startsWith('## ') && text.split('\n', 1)[0]?.includes(title))
  if (section === undefined) throw new Error(`CHANGELOG.md has no part about ${title}`)
  return `# Ritmo ${VERSION}\n${section.slice(section.indexOf('\n'))}`
}

async function must(command: string, options: string[]) {
  const { ok, output } = await run(command, options, { stdio: 'pipe' })
  if (!ok) throw new Error(`${command} failed:\n${output}`)
  return output
}
