import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { dirname } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import { createApp } from './app.ts'
import { createClock } from './clock.ts'
import { type Config, readConfig, StartError } from './config.ts'
import { connect } from './db/connect.ts'
import { summarizeError } from './db/error-classification.ts'
import { lockDataDir } from './db/sqlite/data-dir-lock.ts'
import { type DatabaseChange, prepareDatabase } from './operations/prepare-database.ts'
import { hadSite } from './operations/site-marker.ts'
import { readSecrets, deriveSecrets } from './secrets/secrets.ts'
import { findUnknownSettings } from './settings/unknown-settings.ts'

const SHUTDOWN_TIMEOUT_MS = 10_000

try {
  await start()
} catch (error) {
  // The operator can fix a StartError, and gets one sentence. Anything else is a bug and is printed with its stack.
  console.error(error instanceof StartError ? `Ritmo cannot start. ${error.message}` : error)
  process.exit(1)
}

async function start() {
  const config = readConfig(process.env)
  ensureDataDir(config.dataDir)
  const lock = config.databaseUrl === undefined ? lockDataDir(config.dataDir) : undefined
  const isKnownSite = hadSite(config)
  const secrets = config.jwtSecret === undefined ? readSecrets(config.dataDir) : deriveSecrets(config.jwtSecret)
  if (config.redisUrl !== undefined)
    await (await import('./realtime/redis-adapter.ts')).checkRedisSettings(config.redisUrl)
  const change = await prepareDatabase(config, isKnownSite)
  const database = connect(config)
  const clock = createClock(await database.readTime?.())

  const app = await createApp({
    config,
    ...database,
    ...clock,
    sessionSecret: secrets.session,
    vapidKeys: config.push.keys ?? secrets.vapid,
  })
  // After an uncaught error the state of the process is unknown: it is logged, and the process manager restarts the
  // server.
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'fault that was caught nowhere')
    process.exit(1)
  })
  collectDefaultMetrics({ register: app.metrics, prefix: 'ritmo_' })
  app.log.level = 'warn' // Fastify would print a line of its own between our three.
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' || error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL'
      ? new StartError(
          `Port ${config.port} on ${config.host} cannot be used (${error.code}). Set PORT or HOST to another.`,
        )
      : error
  })
  app.log.level = config.logLevel
  clock.onSet((setMs) => app.log.warn({ setMs }, 'the clock of this machine was set: time goes on as before'))

  const stop = async () => {
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    // Some connections become idle only after the server has begun to stop.
    setInterval(() => app.server.closeIdleConnections(), 100).unref()
    await app.close()
    await database.close()
    lock?.release()
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())

  logStart(app.log, config, change)
  flushCompileCache()
  console.log(`Ritmo is ready at ${config.publicUrl}\nData: ${database.location}\nStop it with Ctrl+C`)
}

/** Tells what the operator should know of this start. */
function logStart(log: FastifyBaseLogger, config: Config, change: DatabaseChange | undefined) {
  for (const { name, nearest } of findUnknownSettings(process.env))
    log.warn({ setting: name, nearest }, 'this setting does not exist and has no effect: was the nearest one meant?')
  if (config.publicUrl.startsWith('https:') && config.trustProxy === false)
    log.warn('PUBLIC_URL is https and TRUST_PROXY is not set: all users share the limits of the address of the proxy')
  if (change !== undefined) log.info(change, 'the database was migrated')
  if (config.rateLimits === null) log.warn('RATE_LIMITS=off: passwords can be guessed without limit')
}

function ensureDataDir(dataDir: string) {
  try {
    createFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw new Error('it is not a folder')
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written to (${summarizeError(error as Error)}).`)
  }
}

/** `mkdir` with `recursive` would never return where no folder can be created, for example under /proc. */
function createFolder(path: string) {
  if (existsSync(path)) return
  createFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
