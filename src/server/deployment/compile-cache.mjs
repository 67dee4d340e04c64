// Plain JavaScript like main.mjs, which loads it first.
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const NO_FOLDER =
  'No folder for the compile cache can be written, so each start takes more time and memory: set CACHE_DIRECTORY.'
const IN_PACKAGES = join(import.meta.dirname, '../../../node_modules/.cache/ritmo')

/**
 * Enables Node's compile cache, with which a start takes less time and memory. The folder is the one that systemd creates
 * for a service (`CacheDirectory=`), that of the packages, or one beside the data; whichever can be written.
 */
export function startCompileCache({ CACHE_DIRECTORY, DATA_DIR = 'data' } = process.env) {
  const folders = [CACHE_DIRECTORY, IN_PACKAGES, DATA_DIR && join(DATA_DIR, 'cache')]
  const folder = chooseCacheFolder(folders.filter(Boolean).map((parent) => join(parent, 'compiled')))
  if (folder === undefined) process.stderr.write(`${NO_FOLDER}\n`)
  else enableCompileCache(folder)
}

/** A folder that cannot be written is used if it was filled for this user, as in the image for Docker. */
export function chooseCacheFolder(folders) {
  return folders.find((folder) => isFilled(folder) || isWritable(folder))
}

function isFilled(folder) {
  try {
    // Node names the subfolder after its version, the processor and the user.
    const ending = `-${process.getuid?.()}`
    return readdirSync(folder).some((name) => name.startsWith(process.version) && name.endsWith(ending))
  } catch {
    return false
  }
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
