import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder, removeFolder } from '../../scripts/topology/managed-process.ts'
import type { Criterion } from './criteria.ts'

const CHUNK_SIZES = [1_048_576, 65_536, 4_096, 1]

/** Runs a drill's file as a program with private mounts, which disappear with it. It gets a folder and sends criteria. */
export function runInPrivateMounts(file: string, words: string[]) {
  if (process.getuid?.() !== 0) throw new Error('This drill mounts small disks, so it must run as root.')
  const folder = createTemporaryFolder('ritmo-disks-')
  const command = ['--mount', process.execPath, file, folder, ...words]
  const child = spawn('unshare', command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return new Promise<Criterion[]>((resolve, reject) => {
    child.on('message', resolve)
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`The drill exited with ${code}`)))
  }).finally(() => removeFolder(folder))
}

/** Mounts a small disk that can be filled to the last byte. */
export function mountSmallDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  if (status !== 0) throw new Error(`The disk could not be mounted: ${stderr.toString()}`)
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

/** Returns false if the disk is full. */
function tryWrite(file: number, chunk: Buffer) {
  try {
    return writeSync(file, chunk) === chunk.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
