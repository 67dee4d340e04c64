import { resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_LIMITS, type Limits } from './http/rate-limits.ts'
import { VapidKeys } from './vapid.ts'

/**
 * Prevents the start of the server, or a command of the operator. The operator sees the message, which is one sentence,
 * without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const integerBetween = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum)
const addressOf = (protocol: RegExp) => z.url({ protocol }).optional()
const Network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])

/** Trusts the nearest `count` proxies, whatever their addresses. */
const trustHops = (count: number) => (_address: string, hop: number) => hop < count

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `register=20/1h`: twenty times within an hour. */
const ChangedLimit = z
  .string()
  .regex(new RegExp(`^(${Object.keys(DEFAULT_LIMITS).join('|')})=\\d{1,9}/\\d{1,4}[smhd]$`))
  .transform((text) => {
    const [name = '', times, amount, unit] = text.split(/[=/]|(?=[smhd]$)/)
    return [name, { times: Number(times), windowMs: Number(amount) * UNITS[unit as keyof typeof UNITS] }] as const
  })

/** Texts that examples use in place of a secret. */
const PLACEHOLDER = /change.?(me|this)|fill.?in|place.?holder|your.?secret|example|password/i
const MIN_DISTINCT_CHARACTERS = 8

/** Every setting of the product. The description completes the sentence "X must be …"; README.md lists them all. */
export const Settings = z.object({
  PORT: integerBetween(0, 65_535).default(3000).describe('a port number from 0 to 65535'),
  HOST: z.string().min(1).default('127.0.0.1').describe('an address to listen on'),
  PUBLIC_URL: addressOf(/^https?$/).describe('the address people open, like https://time.example.org'),
  DATA_DIR: z.string().min(1).default('./data').describe('a folder for the database, secrets and mail'),
  DATABASE_URL: addressOf(/^postgres(ql)?$/).describe('a PostgreSQL address like postgres://user:password@host/ritmo'),
  DATABASE_REPLICA_URL: addressOf(/^postgres(ql)?$/).describe(
    'the address of a PostgreSQL that follows the one of DATABASE_URL',
  ),
  DATABASE_POOL: integerBetween(1, 1_000).default(10).describe('a number of connections from 1 to 1000'),
  REDIS_URL: addressOf(/^rediss?$/).describe('a Redis address like redis://user:password@host:6379'),
  JWT_SECRET: z
    .string()
    .min(32)
    .refine((secret) => !PLACEHOLDER.test(secret) && new Set(secret).size >= MIN_DISTINCT_CHARACTERS)
    .optional()
    .describe('at least 32 random characters'),
  TRUST_PROXY: z
    .union([
      z.literal('none').transform(() => false),
      z.coerce.number().int().min(1).transform(trustHops),
      list.pipe(z.array(Network)),
    ])
    .default(false)
    .describe('none, a number of proxies, or a list of their networks like 10.0.0.0/8'),
  CORS_ORIGINS: list
    .pipe(z.array(z.url()))
    .default([])
    .describe('a comma-separated list of origins like https://app.example.org'),
  RATE_LIMITS: z
    .union([
      z.literal('on').transform(() => DEFAULT_LIMITS),
      z.literal('off').transform(() => null),
      list
        .pipe(z.array(ChangedLimit))
        .transform((changed): Limits => ({ ...DEFAULT_LIMITS, ...Object.fromEntries(changed) })),
    ])
    .default(DEFAULT_LIMITS)
    .describe('on, off, or a list of changes like register=20/1h,login=10/15m'),
  SMTP_URL: addressOf(/^smtps?$/).describe('a mail server like smtps://user:password@mail.example.org'),
  MAIL_FROM: z.string().min(3).optional().describe('a sender like Ritmo <ritmo@example.org>'),
  GOOGLE_CLIENT_ID: z.string().min(1).optional().describe('the client id that Google gave this site'),
  GOOGLE_SIGN_IN_URL: z
    .url()
    .default('https://accounts.google.com/o/oauth2/v2/auth')
    .describe('the address of Google’s sign-in page'),
  GOOGLE_KEYS_URL: z
    .url()
    .default('https://www.googleapis.com/oauth2/v3/certs')
    .describe('the address of Google’s public keys'),
  GOOGLE_ISSUERS: list
    .pipe(z.array(z.string()).min(1))
    .default(['https://accounts.google.com', 'accounts.google.com'])
    .describe('a comma-separated list of who may issue Google’s tokens'),
  VAPID_PUBLIC_KEY: z.string().optional().describe('the public key that belongs to VAPID_PRIVATE_KEY'),
  VAPID_PRIVATE_KEY: z.string().optional().describe('the private key that belongs to VAPID_PUBLIC_KEY'),
  PUSH_HOSTS: list
    .pipe(z.array(z.string().regex(/^[a-z\d.:[\]-]+$/)))
    .default([])
    .describe('a comma-separated list of hosts like push.example.org'),
  METRICS_TOKEN: z.string().min(16).optional().describe('at least 16 characters long'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
  ABOUT_CREATOR: z.string().default('The Ritmo project').describe('a name'),
  ABOUT_CONTACT: z.string().default('hello@example.org').describe('an e-mail address'),
  ABOUT_WEBSITE: z.string().default('https://example.org').describe('a web address'),
})

/** Throws if only one of the two keys is set, or if they do not belong to each other. */
function readVapidKeys({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: z.infer<typeof Settings>) {
  if (publicKey === undefined && privateKey === undefined) return undefined
  const keys = VapidKeys.safeParse({ publicKey, privateKey })
  if (!keys.success) throw new StartError(describeProblem('VAPID_PRIVATE_KEY', {}))
  return keys.data
}

export type Config = ReturnType<typeof readConfig>
export type GoogleConfig = NonNullable<Config['google']>

export function readConfig(environment: Record<string, string | undefined>) {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Settings.safeParse(values)
  if (!result.success) throw new StartError(describeProblem(String(result.error.issues[0]?.path[0]), values))
  const settings = result.data
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '')
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    /** Undefined: reports are read from the main database. */
    replicaUrl: settings.DATABASE_REPLICA_URL,
    /** The maximum number of connections of this process to PostgreSQL. */
    poolSize: settings.DATABASE_POOL,
    /** Undefined: this is the only server. */
    redisUrl: settings.REDIS_URL,
    /** Undefined: metrics are public. */
    metricsToken: settings.METRICS_TOKEN,
    jwtSecret: settings.JWT_SECRET,
    trustProxy: settings.TRUST_PROXY,
    corsOrigins: settings.CORS_ORIGINS.map((origin) => new URL(origin).origin),
    /** Null: there are no rate limits. */
    rateLimits: settings.RATE_LIMITS,
    mail: {
      smtpUrl: settings.SMTP_URL,
      from: settings.MAIL_FROM ?? `Ritmo <no-reply@${new URL(publicUrl).hostname}>`,
    },
    /** Undefined: sign-in with Google is off. */
    google:
      settings.GOOGLE_CLIENT_ID === undefined
        ? undefined
        : {
            clientId: settings.GOOGLE_CLIENT_ID,
            signInUrl: settings.GOOGLE_SIGN_IN_URL,
            keysUrl: settings.GOOGLE_KEYS_URL,
            issuers: settings.GOOGLE_ISSUERS,
          },
    push: {
      /** Undefined: the keys that were generated on the first start. */
      keys: readVapidKeys(settings),
      /** Contact of the operator for push services. */
      subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:${settings.ABOUT_CONTACT}`,
      /** Push services in addition to the known ones. */
      hosts: settings.PUSH_HOSTS,
    },
    logLevel: settings.LOG_LEVEL,
    about: { creator: settings.ABOUT_CREATOR, contact: settings.ABOUT_CONTACT, website: settings.ABOUT_WEBSITE },
  }
}

const SECRET_SETTINGS = new Set([
  'JWT_SECRET',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
])

function describeProblem(name: string, values: Record<string, string | undefined>) {
  const { description } = Settings.shape[name as keyof typeof Settings.shape]
  return `${name} must be ${description}${SECRET_SETTINGS.has(name) ? '' : `, but it is "${values[name]}"`}.`
}
