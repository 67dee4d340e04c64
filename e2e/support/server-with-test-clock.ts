import { readSync } from 'node:fs'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { connect } from '../../src/server/db/connect.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { readSecrets } from '../../src/server/secrets.ts'

/** The server as `main.mjs` starts it, but with a clock that its parent moves on: stories last hours. */
let ahead = 0
process.on('message', (milliseconds: number) => {
  process.send?.('held', () => {
    // It stands still until its parent says a word: nobody can ask it the time while not all clocks are moved on.
    readSync(0, Buffer.alloc(1))
    ahead += milliseconds
  })
})

const config = readConfig(process.env)
const { session: sessionSecret, vapid: vapidKeys } = readSecrets(config.dataDir)
const database = connect(config)
await migrate(database)
const app = await createApp({ config, ...database, sessionSecret, vapidKeys, now: () => Date.now() + ahead })
await app.listen({ port: config.port, host: config.host })
process.once('SIGTERM', () => {
  void app.close().then(() => process.exit(0))
})
