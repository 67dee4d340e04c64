import { test as base } from './app.ts'
import { type PrefixProxy, startPrefixProxy } from './prefix-proxy.ts'
import { startServer } from './server.ts'

export const PREFIX = '/team/ritmo'

interface Fixtures {
  /** Whether the proxy removes the path. */
  strips: boolean
  site: PrefixProxy
}

/** Stories with a server that a proxy shows below a path of its host. */
export const test = base.extend<Fixtures>({
  strips: [false, { option: true }],
  site: async ({ strips, mail }, use) => {
    let port = 0
    const proxy = await startPrefixProxy(() => port, { prefix: PREFIX, strips })
    const server = await startServer({ PUBLIC_URL: proxy.url, SMTP_URL: mail.url })
    port = Number(new URL(server.url).port)
    await use(proxy)
    proxy.stop()
    await server.stop()
  },
})
