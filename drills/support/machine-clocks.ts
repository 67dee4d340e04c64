import { existsSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder, removeFolder } from '../../scripts/topology/managed-process.ts'

/** Gives each node a clock of its own, by libfaketime, that can be set while it runs. */
export function createMachineClocks() {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
  if (library === undefined || !existsSync(library))
    throw new Error('This drill needs libfaketime: install the Debian package "faketime" or its equivalent.')
  const folder = createTemporaryFolder('ritmo-clocks-')
  const fileOf = (node: string) => join(folder, node.replaceAll(' ', '-'))
  const set = (node: string, hours: number) => writeFileSync(fileOf(node), `${hours < 0 ? '' : '+'}${hours}h`)

  return {
    set,
    /** The environment variables that make a node use its clock. */
    settingsOf(node: string) {
      set(node, 0)
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(node),
        FAKETIME_CACHE_DURATION: '1',
        // A monotonic clock is not affected when a machine's time is set.
        DONT_FAKE_MONOTONIC: '1',
      }
    },
    remove: () => removeFolder(folder),
  }
}
