// Plain JavaScript like main.mjs, which loads it first.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '../../..')
const BUNDLE_FOLDER = join(ROOT, 'build/server')

/**
 * The address of the bundled server: with few files instead of a thousand, a start takes half of the time. Undefined if
 * there is none, or if it was made from other files than those that are here now.
 */
export function findBundle(root = ROOT, folder = BUNDLE_FOLDER) {
  try {
    const { files, hash } = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'))
    return hashFiles(root, files) === hash ? pathToFileURL(join(folder, 'start.mjs')).href : undefined
  } catch {
    return undefined
  }
}

export function hashFiles(root, files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
