import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './run.ts'

const DOCUMENTS = ['*.md', 'docs/**/*.md']
/** Documents may shorten a path to one below these folders. */
const BASES = ['', 'src', 'src/server', 'src/web', 'src/server/features', 'src/web/features', 'docs', 'scripts']

/** Every link, file name and npm script that a document mentions exists. */
export function checkDocuments() {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  const complaints = globSync(DOCUMENTS, { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return [
      ...find(text, /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)
        .filter((target) => !existsSync(join(ROOT, dirname(file), target)))
        .map((target) => `${file}: links to ${target}, which does not exist`),
      ...find(text, /`(?!\/|DATA_DIR)([\w@./-]+\/[\w.-]+\.(?:ts|tsx|mjs|js|css|md|json|yaml))`/g)
        .filter((path) => !BASES.some((base) => existsSync(join(ROOT, base, path))))
        .map((path) => `${file}: names ${path}, which does not exist`),
      ...find(text, /\bnpm run ([a-z][\w:-]*)/g)
        .filter((name) => !(name in scripts))
        .map((name) => `${file}: tells to run “npm run ${name}”, which package.json lacks`),
    ]
  })
  return { ok: complaints.length === 0, output: complaints.join('\n') }
}

const find = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)
