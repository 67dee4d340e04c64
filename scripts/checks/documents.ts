import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../run.ts'

const DOCUMENTS = ['*.md', 'docs/**/*.md']
/** Documents may write a path relative to one of these folders. */
const BASE_FOLDERS = ['', 'src', 'src/server', 'src/web', 'src/server/features', 'src/web/features', 'docs', 'scripts']

/** Checks that every link, path and npm script in a document exists. */
export function checkDocuments() {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  const complaints = globSync(DOCUMENTS, { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return [
      ...findMatches(text, /\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)
        .filter((target) => !existsSync(join(ROOT, dirname(file), target)))
        .map((target) => `${file}: links to ${target}, which does not exist`),
      ...findMatches(text, /`(?!\/|DATA_DIR)([\w@./-]+\/[\w.-]+\.(?:ts|tsx|mjs|js|css|md|json|yaml))`/g)
        .filter((path) => !BASE_FOLDERS.some((base) => existsSync(join(ROOT, base, path))))
        .map((path) => `${file}: names ${path}, which does not exist`),
      ...findMatches(text, /\bnpm run ([a-z][\w:-]*)/g)
        .filter((name) => !(name in scripts))
        .map((name) => `${file}: “npm run ${name}” is not in package.json`),
    ]
  })
  return { ok: complaints.length === 0, output: complaints.join('\n') }
}

const findMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)
