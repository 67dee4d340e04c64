import { resolve } from 'node:path'
import { z } from 'zod'

/** A setting that cannot be: told to the operator in one sentence, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const Network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])

/** Trusts the nearest `count` proxies, whatever their addresses. */
const hops = (count: number) => (_address: string, hop: number) => hop < count

/** Every setting of the product. The description completes the sentence "X must be …"; README.md lists them all. */
export const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('a port number from 0 to 65535'),
  HOST: z.string().min(1).default('127.0.0.1').describe('an address to listen on'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the address people open, like https://time.example.org'),
  DATA_DIR: z.string().min(1).default('./data').describe('a folder for the database, secrets and mail'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a PostgreSQL address like postgres://user:password@host/ritmo'),
  JWT_SECRET: z.string().min(32).optional().describe('at least 32 characters long'),
  TRUST_PROXY: z
    .union([
      z.literal('none').transform(() => false),
      z.coerce.number().int().min(1).transform(hops),
      list.pipe(z.array(Network)),
    ])
    .default(false)
    .describe('none, a number of proxies, or a list of their networks like 10.0.0.0/8'),
  CORS_ORIGINS: list
    .pipe(z.array(z.url()))
    .default([])
    .describe('a comma-separated list of origins like https://app.example.org'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
  ABOUT_CREATOR: z.string().default('The Ritmo project').describe('a name'),
  ABOUT_CONTACT: z.string().default('hello@example.org').describe('an e-mail address'),
  ABOUT_WEBSITE: z.string().default('https://example.org').describe('a web address'),
})

export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  jwtSecret: string | undefined
  trustProxy: z.infer<typeof Settings>['TRUST_PROXY']
  corsOrigins: string[]
  logLevel: string
  about: { creator: string; contact: string; website: string }
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Settings.safeParse(given)
  if (!result.success) throw new StartError(sentenceFor(String(result.error.issues[0]?.path[0]), given))
  const settings = result.data
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    jwtSecret: settings.JWT_SECRET,
    trustProxy: settings.TRUST_PROXY,
    corsOrigins: settings.CORS_ORIGINS.map((origin) => new URL(origin).origin),
    logLevel: settings.LOG_LEVEL,
    about: { creator: settings.ABOUT_CREATOR, contact: settings.ABOUT_CONTACT, website: settings.ABOUT_WEBSITE },
  }
}

const HOLDS_SECRETS = new Set(['JWT_SECRET', 'DATABASE_URL'])

function sentenceFor(name: string, given: Record<string, string | undefined>) {
  const { description } = Settings.shape[name as keyof typeof Settings.shape]
  return `${name} must be ${description}${HOLDS_SECRETS.has(name) ? '' : `, but it is "${given[name]}"`}.`
}
