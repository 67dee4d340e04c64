import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolder, createTemporaryFolder } from '../../scripts/topology/managed-process.ts'
import type { Criterion } from './criteria.ts'

const CHUNK_SIZES = [1_048_576, 65_536, 4_096, 1]

/** Runs a file of drills as a program whose mounts nobody else sees: they go with it. It is given a folder, and sends criteria. */
export function runInPrivateMounts(file: string, words: string[]) {
  if (process.getuid?.() !== 0) throw new Error('This drill mounts small disks of its own: run it as root.')
  const folder = createTemporaryFolder('ritmo-disks-')
  const command = ['--mount', process.execPath, file, folder, ...words]
  const child = spawn('unshare', command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return new Promise<Criterion[]>((resolve, reject) => {
    child.on('message', resolve)
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`The drill ended with ${code}`)))
  }).finally(() => removeFolder(folder))
}

/** A disk that has room for little, and can be filled to the last byte. */
export function mountSmallDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  if (status !== 0) throw new Error(`No disk could be mounted: ${stderr.toString()}`)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      for (const size of CHUNK_SIZES) while (tryWrite(file, Buffer.alloc(size)));
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
  }
}

function tryWrite(file: number, piece: Buffer) {
  try {
    return writeSync(file, piece) === piece.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
