import { test as base } from './app.ts'
import { startServer } from './server.ts'

/** Stories in which the server is gone for a while: each has one of its own. */
export const test = base.extend<{ restartableServer: Awaited<ReturnType<typeof startServer>> }>({
  restartableServer: async ({ browserName: _ }, use) => {
    const server = await startServer()
    await use(server)
    await server.stop()
  },
  baseURL: async ({ restartableServer }, use) => use(restartableServer.url),
})
