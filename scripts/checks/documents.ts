import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../run.ts'
import { findCommandFaults } from './commands.ts'

const DOCUMENTS = ['*.md', 'docs/**/*.md']
/** Documents may write a path relative to one of these folders. */
const BASE_FOLDERS = ['', 'src', 'src/server', 'src/web', 'src/server/features', 'src/web/features', 'docs', 'scripts']

/** Files that run parts of the project, and name them. */
const DEPLOYMENT_FILES = ['deploy/**/*.*', 'deploy/Dockerfile', 'scripts/**/*.{ts,mjs}', 'package.json', '.ci/run']

/** Checks that every link, path and npm script in a document exists, every path in a deployment file, and that commands run. */
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
  const missing = globSync(DEPLOYMENT_FILES, { cwd: ROOT }).flatMap((file) =>
    findMatches(
      readFileSync(join(ROOT, file), 'utf8'),
      /(?<![\w./-])((?:src|scripts|docs)\/[\w./-]+\.(?:ts|tsx|mjs|md))\b/g,
    )
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${file}: names ${path}, which does not exist`),
  )
  const all = [...complaints, ...missing, ...findCommandFaults()]
  return { ok: all.length === 0, output: all.join('\n') }
}

const findMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)
