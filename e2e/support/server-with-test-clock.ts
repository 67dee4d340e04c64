import { readSync } from 'node:fs'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { connect } from '../../src/server/db/connect.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { readSecrets } from '../../src/server/secrets/secrets.ts'

/** The server as `main.mjs` starts it, with a clock that the parent process advances, for stories that last hours. */
let offsetMs = 0
process.on('message', (milliseconds: number) => {
  process.send?.('paused', () => {
    // Block until the parent writes a byte: no request may see the time before all other clocks are advanced too.
    readSync(0, Buffer.alloc(1))
    offsetMs += milliseconds
  })
})

const config = readConfig(process.env)
const { session: sessionSecret, vapid: vapidKeys } = readSecrets(config.dataDir)
const database = connect(config)
await migrate(database)
const app = await createApp({ config, ...database, sessionSecret, vapidKeys, now: () => Date.now() + offsetMs })
await app.listen({ port: config.port, host: config.host })
process.once('SIGTERM', () => {
  void app.close().then(() => process.exit(0))
})
