import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSecrets } from '../../src/server/secrets/secrets.ts'
import { ROOT } from '../run.ts'
import { findFreePort } from './free-port.ts'
import { createManagedProcess, type ManagedProcess } from './managed-process.ts'
import { createNginx } from './nginx.ts'

type Settings = Record<string, string>

export interface NodeOptions {
  /** The number of nodes. */
  nodes?: number
  /** Environment variables of all nodes, or of each node by its name. */
  environment?: Settings | ((node: string) => Settings)
  /** The port of nginx; a free one by default. */
  port?: number
}

/** Returns a function that creates folders within a folder. */
export const foldersIn = (folder: string) => (name: string) => {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}

/** Starts nodes behind nginx. */
export async function startNodes(
  folder: string,
  addressesOf: (node: string) => Promise<Settings>,
  options: NodeOptions,
): Promise<{ nginx: ManagedProcess; nodes: ManagedProcess[] }> {
  const createFolder = foldersIn(folder)
  const port = options.port ?? (await findFreePort())
  const environment = {
    PATH: process.env['PATH'],
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: '1',
    JWT_SECRET: readSecrets(folder).session,
    LOG_LEVEL: 'warn',
  }
  const settingsOf = (node: string) =>
    typeof options.environment === 'function' ? options.environment(node) : options.environment
  const names = Array.from({ length: options.nodes ?? 2 }, (_, index) => `node ${index + 1}`)
  const nodes = await Promise.all(
    names.map(async (name) =>
      createNode(name, createFolder(name.replace(' ', '-')), {
        ...environment,
        ...(await addressesOf(name)),
        ...settingsOf(name),
      }),
    ),
  )
  await Promise.all(nodes.map((node) => node.start()))
  const nginx = createNginx({ folder: createFolder('nginx'), port, nodes })
  await nginx.start()
  return { nginx, nodes }
}

/** A server process, not started yet. The folder is its DATA_DIR and holds its log. */
export async function createNode(name: string, folder: string, environment: NodeJS.ProcessEnv) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  return createManagedProcess({
    name,
    url,
    command: [process.execPath, '--max-semi-space-size=16', join(ROOT, 'src/server/main.mjs')],
    spawnOptions: { cwd: ROOT, env: { ...environment, PORT: String(port), DATA_DIR: folder } },
    folder,
    isReady: () =>
      fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  })
}
