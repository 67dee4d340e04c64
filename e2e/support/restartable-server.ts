import { test as base } from './app.ts'
import { startServer } from './server.ts'

/** Stories in which the server crashes and restarts: each has a server of its own. */
export const test = base.extend<{ restartableServer: Awaited<ReturnType<typeof startServer>> }>({
  restartableServer: async ({ browserName: _ }, use) => {
    const server = await startServer()
    await use(server)
    await server.stop()
  },
  baseURL: async ({ restartableServer }, use) => use(restartableServer.url),
})
