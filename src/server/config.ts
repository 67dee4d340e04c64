import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isGuessableSecret } from '#core/accounts/secret-strength.ts'
import { type Network as IpNetwork, parseNetwork } from '#core/outbound/ip-address.ts'
import { DEFAULT_LIMITS, type Limits } from './http/rate-limits.ts'
import { readNotice } from './settings/notice.ts'
import { list } from './settings/list.ts'
import { readOpenidProviders, readPasswordSignIn } from './settings/openid-settings.ts'
import { type Environment, readSettingFile, readSettingFiles } from './settings/setting-files.ts'
import { readRegistration, readTwoFactorRequirement, SIGN_IN_SETTINGS } from './settings/sign-in-settings.ts'
import { StartError } from './settings/start-error.ts'
import { DEFAULT_QUOTAS, type QuotaLimits } from './quotas.ts'
import { VapidKeys } from './secrets/vapid.ts'

export { StartError }

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

/** `projects=500`. */
const ChangedQuota = z
  .string()
  .regex(new RegExp(`^(${Object.keys(DEFAULT_QUOTAS).join('|')})=\\d{1,9}$`))
  .transform((text) => {
    const [name = '', maximum] = text.split('=')
    return [name, Number(maximum)] as const
  })

const Duration = z
  .string()
  .regex(/^[1-9]\d{0,3}[smhd]$/)
  .transform((text) => Number(text.slice(0, -1)) * UNITS[text.at(-1) as keyof typeof UNITS])

const isRandom = (secret: string) => !isGuessableSecret(secret)

/** The path is written into the page as it is. */
const hasPlainPath = (address: string) => /^https?:\/\/[^/?#]+(\/[\w.~-]+)*\/*$/.test(address)

/** Nobody reads mail there. */
export const DEFAULT_CONTACT = 'hello@example.org'

const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/
const S3_PREFIX = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/

/** Every setting of the product. The description completes the sentence "X must be …"; docs/operations.md lists them. */
export const Settings = z.object({
  PORT: integerBetween(0, 65_535).default(3000).describe('a port number from 0 to 65535'),
  HOST: z.string().min(1).default('127.0.0.1').describe('an address to listen on'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(hasPlainPath)
    .optional()
    .describe('the address people open, like https://time.example.org or https://example.org/ritmo'),
  DATA_DIR: z.string().min(1).default('./data').describe('a folder for the database, secrets and mail'),
  DATABASE_URL: addressOf(/^postgres(ql)?$/).describe('a PostgreSQL address like postgres://user:password@host/ritmo'),
  DATABASE_REPLICA_URL: addressOf(/^postgres(ql)?$/).describe(
    'the address of a PostgreSQL that follows the one of DATABASE_URL',
  ),
  DATABASE_POOL: integerBetween(1, 1_000).default(10).describe('a number of connections from 1 to 1000'),
  REDIS_URL: addressOf(/^rediss?$/).describe(
    'a Redis address like redis://user:password@host:6379, or redis://name?sentinels=host:26379,host:26379',
  ),
  JWT_SECRET: z
    .string()
    .min(32)
    .refine(isRandom)
    .optional()
    .describe('at least 32 random characters, which "openssl rand -base64 32" prints'),
  TRUST_PROXY: z
    .union([
      z.literal('none').transform(() => false),
      z.coerce.number().int().min(1).transform(trustHops),
      list.pipe(z.array(Network)),
    ])
    .default(false)
    .describe('none, a number of proxies, or a list of their networks like 10.0.0.0/8'),
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('off').describe('on or off'),
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
  QUOTAS: z
    .union([
      z.literal('on').transform(() => DEFAULT_QUOTAS),
      z.literal('off').transform(() => null),
      list
        .pipe(z.array(ChangedQuota))
        .transform((changed): QuotaLimits => ({ ...DEFAULT_QUOTAS, ...Object.fromEntries(changed) })),
    ])
    .default(DEFAULT_QUOTAS)
    .describe('on, off, or a list of changes like time-entries=1000000,projects=500'),
  SMTP_URL: addressOf(/^smtps?$/).describe('a mail server like smtps://user:password@mail.example.org'),
  SMTP_CA: z.string().min(1).optional().describe('a PEM file with the certificate to trust'),
  MAIL_FROM: z.string().min(3).optional().describe('a sender like Ritmo <ritmo@example.org>'),
  ...SIGN_IN_SETTINGS,
  VAPID_PUBLIC_KEY: z.string().optional().describe('the public key that belongs to VAPID_PRIVATE_KEY'),
  VAPID_PRIVATE_KEY: z.string().optional().describe('the private key that belongs to VAPID_PUBLIC_KEY'),
  PUSH_HOSTS: list
    .pipe(z.array(z.string().regex(/^[a-z\d.:[\]-]+$/)))
    .default([])
    .describe('a comma-separated list of hosts like push.example.org'),
  OUTBOUND_NETWORKS: list
    .transform((networks) => networks.map(parseNetwork))
    .pipe(z.array(z.custom<IpNetwork>((network) => network !== undefined)))
    .default([])
    .describe('a comma-separated list of networks like 10.0.0.0/8'),
  BACKUP_EVERY: z
    .union([z.literal('off').transform(() => null), Duration])
    .optional()
    .describe('off, or a time like 12h or 1d'),
  BACKUP_KEEP: z
    .union([integerBetween(1, 10_000).transform((count) => ({ count })), Duration.transform((ageMs) => ({ ageMs }))])
    .default({ ageMs: 14 * UNITS.d })
    .describe('a number of backups like 14, or an age like 30d'),
  BACKUP_FOLDER: z.string().min(1).optional().describe('a folder for backups'),
  BACKUP_KEY: z.string().min(16).refine(isRandom).optional().describe('at least 16 random characters'),
  BACKUP_BEFORE_MIGRATION: z.enum(['on', 'off']).default('on').describe('on or off'),
  BACKUP_S3_URL: addressOf(/^https?$/).describe('the address of an S3-compatible storage like https://s3.example.org'),
  BACKUP_S3_BUCKET: z.string().regex(BUCKET).optional().describe('the name of the bucket of BACKUP_S3_URL'),
  BACKUP_S3_PREFIX: z.string().regex(S3_PREFIX).optional().describe('a path in the bucket like team-a/'),
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1').describe('the region of the bucket like eu-central-1'),
  BACKUP_S3_KEY_ID: z.string().min(1).optional().describe('the id of a key for BACKUP_S3_URL'),
  BACKUP_S3_SECRET: z.string().min(1).optional().describe('the secret that belongs to BACKUP_S3_KEY_ID'),
  SESSION_RETENTION: Duration.refine((ms) => ms >= 2 * UNITS.h && ms <= 180 * UNITS.d)
    .default(30 * UNITS.d)
    .describe('a time from 2h to 180d'),
  TRASH_RETENTION: Duration.default(30 * UNITS.d).describe('a time like 30d'),
  OUTBOX_RETENTION: Duration.default(30 * UNITS.d).describe('a time like 30d'),
  DELETED_ACCOUNTS_FOLDER: z.string().min(1).optional().describe('a folder for the archives of deleted accounts'),
  DELETED_ACCOUNTS_RETENTION: Duration.default(30 * UNITS.d).describe('a time like 30d'),
  AUDIT_RETENTION: Duration.default(365 * UNITS.d).describe('a time like 365d'),
  NOTICE: z.string().min(1).optional().describe('on, off, or a text file'),
  METRICS_TOKEN: z.string().min(16).optional().describe('at least 16 characters long'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
  ABOUT_CREATOR: z.string().default('The Ritmo project').describe('a name'),
  ABOUT_CONTACT: z.string().default(DEFAULT_CONTACT).describe('an e-mail address'),
  ABOUT_WEBSITE: z.string().default('https://example.org').describe('a web address'),
})

/** Throws if only one of the two keys is set, or if they do not belong to each other. */
function readVapidKeys({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: z.infer<typeof Settings>) {
  if (publicKey === undefined && privateKey === undefined) return undefined
  const keys = VapidKeys.safeParse({ publicKey, privateKey })
  if (!keys.success) throw new StartError(describeProblem('VAPID_PRIVATE_KEY', {}))
  return keys.data
}

/** Throws if only a part of the settings of the S3 storage is set. */
function readS3Settings(settings: z.infer<typeof Settings>) {
  const { BACKUP_S3_URL: url, BACKUP_S3_BUCKET: bucket, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = settings
  if (url !== undefined && bucket !== undefined && keyId !== undefined && secret !== undefined)
    return {
      url: url.replace(/\/+$/, ''),
      bucket,
      /** Empty, or a path with a slash at its end. */
      prefix: settings.BACKUP_S3_PREFIX?.replace(/\/?$/, '/') ?? '',
      region: settings.BACKUP_S3_REGION,
      keyId,
      secret,
    }
  const given = { BACKUP_S3_URL: url, BACKUP_S3_BUCKET: bucket, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret }
  const missing = Object.entries(given).filter(([, value]) => value === undefined)
  if (missing.length < Object.keys(given).length)
    throw new StartError(`${missing[0]?.[0]} is missing: BACKUP_S3_URL, _BUCKET, _KEY_ID and _SECRET belong together.`)
  return undefined
}

function readBackupSettings(settings: z.infer<typeof Settings>) {
  const s3 = readS3Settings(settings)
  const isDurable = settings.DATABASE_URL === undefined || settings.BACKUP_FOLDER !== undefined || s3 !== undefined
  const { BACKUP_EVERY: everyMs = isDurable ? UNITS.d : null } = settings
  return {
    /** Null: the server makes no backups by itself. */
    everyMs,
    keep: settings.BACKUP_KEEP,
    folder: resolve(settings.BACKUP_FOLDER ?? join(settings.DATA_DIR, 'backups')),
    /** Undefined: backups are not encrypted. */
    key: settings.BACKUP_KEY,
    /** False: they are in the DATA_DIR of a site on PostgreSQL, which may be gone with the container. */
    isDurable,
    isMadeBeforeMigration: settings.BACKUP_BEFORE_MIGRATION === 'on',
    /** Undefined: backups are stored in the folder alone. */
    s3,
  }
}

function readGoogleSettings(settings: z.infer<typeof Settings>) {
  if (settings.GOOGLE_CLIENT_ID === undefined) return undefined
  return {
    clientId: settings.GOOGLE_CLIENT_ID,
    signInUrl: settings.GOOGLE_SIGN_IN_URL,
    keysUrl: settings.GOOGLE_KEYS_URL,
    issuers: settings.GOOGLE_ISSUERS,
  }
}

function readCertificate(path: string | undefined) {
  if (path === undefined) return undefined
  const content = readSettingFile('SMTP_CA', path)
  if (!content.includes('-----BEGIN CERTIFICATE-----'))
    throw new StartError(`SMTP_CA names ${path}, which contains no certificate in PEM format.`)
  return content
}

export type SettingName = keyof typeof Settings.shape
export const SETTING_NAMES = Object.keys(Settings.shape) as SettingName[]
export type BackupConfig = ReturnType<typeof readBackupSettings>
export type Config = ReturnType<typeof readConfig>
export type GoogleConfig = NonNullable<Config['google']>

export function readConfig(environment: Environment) {
  const values = readSettingFiles(environment, SECRET_SETTINGS)
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
    /** Whether browsers are told to use https for all subdomains too. */
    hstsSubdomains: settings.HSTS_SUBDOMAINS === 'on',
    corsOrigins: settings.CORS_ORIGINS.map((origin) => new URL(origin).origin),
    /** Null: there are no rate limits. */
    rateLimits: settings.RATE_LIMITS,
    /** Null: there are no quotas. */
    quotas: settings.QUOTAS,
    mail: {
      smtpUrl: settings.SMTP_URL,
      /** Undefined: the authorities that Node trusts. */
      ca: readCertificate(settings.SMTP_CA),
      from: settings.MAIL_FROM ?? `Ritmo <no-reply@${new URL(publicUrl).hostname}>`,
    },
    /** Who may create an account. */
    registration: readRegistration(settings),
    /** Undefined: sign-in with Google is off. */
    google: readGoogleSettings(settings),
    openid: readOpenidProviders(environment, settings.OPENID_PROVIDERS),
    /** False: only providers sign in. */
    passwordSignIn: readPasswordSignIn(settings),
    push: {
      /** Undefined: the keys that were generated on the first start. */
      keys: readVapidKeys(settings),
      /** Contact of the operator for push services. */
      subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:${settings.ABOUT_CONTACT}`,
      /** Push services in addition to the known ones. */
      hosts: settings.PUSH_HOSTS,
    },
    /** Networks that addresses of users may reach besides the public internet. */
    outboundNetworks: settings.OUTBOUND_NETWORKS,
    backups: readBackupSettings(settings),
    /** Where new passwords are looked up. Null: nowhere. */
    breachedPasswordsUrl: settings.BREACHED_PASSWORDS?.replace(/\/*$/, '/') ?? null,
    /** Who must set up two-factor sign-in before anything else. */
    requireTwoFactor: readTwoFactorRequirement(settings),
    /** Sessions that were not used for this long end. */
    sessionRetentionMs: settings.SESSION_RETENTION,
    /** What users delete can be brought back for this time. */
    trashRetentionMs: settings.TRASH_RETENTION,
    /** Mails in the outbox folder are deleted after this time. */
    outboxRetentionMs: settings.OUTBOX_RETENTION,
    /** Archives of accounts that were deleted by an administrator. */
    deletedAccounts: {
      folder: resolve(settings.DELETED_ACCOUNTS_FOLDER ?? join(settings.DATA_DIR, 'deleted-accounts')),
      retentionMs: settings.DELETED_ACCOUNTS_RETENTION,
    },
    /** What administrators did is deleted from the log after this time. */
    auditRetentionMs: settings.AUDIT_RETENTION,
    /** Undefined: the notice of the app itself. Null: none. */
    notice: readNotice(settings.NOTICE),
    logLevel: settings.LOG_LEVEL,
    about: { creator: settings.ABOUT_CREATOR, contact: settings.ABOUT_CONTACT, website: settings.ABOUT_WEBSITE },
  }
}

/** They are never printed, and can be read from a file: `JWT_SECRET_FILE`. */
export const SECRET_SETTINGS = new Set([
  'JWT_SECRET',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
  'BACKUP_KEY',
  'BACKUP_S3_SECRET',
])

export function describeProblem(name: string, values: Environment) {
  const { description } = Settings.shape[name as keyof typeof Settings.shape]
  return `${name} must be ${description}${SECRET_SETTINGS.has(name) ? '' : `, but it is "${values[name]}"`}.`
}
