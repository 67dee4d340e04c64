import { test as base } from './app.ts'
import { startServer } from './server.ts'

interface Fixtures {
  /** Settings of the server beside the usual ones. */
  settings: Record<string, string>
  site: { url: string }
}

/** Stories about a server of their own, without users. */
export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  site: async ({ settings, mail }, use) => {
    const server = await startServer({ SMTP_URL: mail.url, ...settings })
    await use(server)
    await server.stop()
  },
  baseURL: async ({ site }, use) => use(site.url),
})
