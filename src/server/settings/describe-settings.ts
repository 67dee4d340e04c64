import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import {
  type Config,
  describeProblem,
  readConfig,
  SECRET_SETTINGS,
  SETTING_NAMES,
  type SettingName,
  Settings,
} from '#server/config.ts'
import { providerDefaultOf, providerSettingNames } from './openid-settings.ts'
import { type Environment, readSettingFile } from './setting-files.ts'
import { StartError } from './start-error.ts'
import { findUnknownSettings, type UnknownSetting } from './unknown-settings.ts'

interface DescribedSetting {
  name: string
  /** The value in force as text, without secrets. */
  value: string
  /** `default`, `environment`, or the file that it was read from. */
  source: string
}

interface SettingsReport {
  settings: DescribedSetting[]
  unknown: UnknownSetting[]
  /** Sentences, one for each problem. */
  problems: string[]
}

/** Describes every setting for the operator. `envFiles` are the files that Node has read into the environment. */
export function describeSettings(environment: Environment, envFiles: string[] = []): SettingsReport {
  const fromEnvFiles = envFiles.map((path) => ({ path, values: parseEnv(readSettingFile('--env-file', path)) }))
  const config = tryReadConfig(environment)
  const ofProviders = providerSettingNames(environment)
  const secrets = new Set([...SECRET_SETTINGS, ...ofProviders.secrets])
  const describe = (name: string, defaultText: string): DescribedSetting => {
    const file = secrets.has(name) ? environment[`${name}_FILE`] : undefined
    const text = environment[name] || (file && readSecretFile(file))
    if (!text) return { name, value: defaultText, source: file ? file : 'default' }
    const envFile = fromEnvFiles.find(({ values }) => values[name] === text)?.path
    const value = secrets.has(name) ? hideSecret(text) : hidePassword(text)
    return { name, value, source: envFile ?? file ?? 'environment' }
  }
  return {
    settings: [
      ...SETTING_NAMES.map((name) => describe(name, describeDefault(name, config))),
      ...ofProviders.names.map((name) => describe(name, providerDefaultOf(name))),
    ],
    unknown: findUnknownSettings(environment),
    problems: findProblems(environment),
  }
}

const tryReadConfig = (environment: Environment) => {
  try {
    return readConfig(environment)
  } catch {
    return undefined
  }
}

function readSecretFile(path: string) {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** All problems, whereas a start stops at the first one. */
function findProblems(environment: Environment) {
  const wrong = SETTING_NAMES.filter(
    (name) => environment[name] && !Settings.shape[name].safeParse(environment[name]).success,
  )
  const sentences = wrong.map((name) => describeProblem(name, environment))
  try {
    readConfig(environment)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (!sentences.includes(error.message)) sentences.push(error.message)
  }
  return sentences
}

/** Defaults that depend on other settings, or that have another text than their value. */
const DERIVED_DEFAULTS: Partial<Record<SettingName, (config: Config) => string>> = {
  PUBLIC_URL: ({ publicUrl }) => publicUrl,
  DATA_DIR: ({ dataDir }) => dataDir,
  MAIL_FROM: ({ mail }) => mail.from,
  BACKUP_FOLDER: ({ backups }) => backups.folder,
  DELETED_ACCOUNTS_FOLDER: ({ deletedAccounts }) => deletedAccounts.folder,
  BACKUP_EVERY: ({ backups }) => (backups.everyMs === null ? 'off' : formatDuration(backups.everyMs)),
}

const DEFAULT_TEXTS: Partial<Record<SettingName, string>> = {
  TRUST_PROXY: 'none',
  RATE_LIMITS: 'on',
  QUOTAS: 'on',
  NOTICE: 'on',
  BREACHED_PASSWORDS: 'off',
  JWT_SECRET: 'generated, in secrets.json of DATA_DIR',
  VAPID_PUBLIC_KEY: 'derived from the session key',
  VAPID_PRIVATE_KEY: 'derived from the session key',
}

function describeDefault(name: SettingName, config: Config | undefined) {
  const derive = DERIVED_DEFAULTS[name]
  if (derive !== undefined && config !== undefined) return derive(config)
  return defaultTextOf(name) ?? 'not set'
}

/** The default of a setting as an operator would write it; undefined if it has none. */
export function defaultTextOf(name: SettingName): string | undefined {
  const text = DEFAULT_TEXTS[name]
  if (text !== undefined) return text
  const { data } = Settings.shape[name].safeParse(undefined) as { data?: unknown }
  return data === undefined || data === null ? undefined : toText(name, data)
}

function toText(name: SettingName, value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(',')
  if (typeof value === 'object' && value !== null && 'ageMs' in value) return formatDuration(Number(value.ageMs))
  if (typeof value === 'number' && name.endsWith('_RETENTION')) return formatDuration(value)
  return String(value)
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const

function formatDuration(milliseconds: number) {
  const [unit, size] = UNITS.find(([, size]) => milliseconds % size === 0) ?? ['s', 1_000]
  return `${milliseconds / size}${unit}`
}

const HIDDEN = '***'

/** Of an address only user and password are secret, and options after the question mark may be. */
function hideSecret(text: string) {
  return URL.canParse(text) && text.includes('://') ? hidePassword(text) : `${HIDDEN} (${text.length} characters)`
}

function hidePassword(text: string) {
  if (!text.includes('://') || !URL.canParse(text)) return text
  const url = new URL(text)
  if (url.password === '' && url.search === '' && url.username === '') return text
  if (url.password !== '') url.password = HIDDEN
  else if (url.username !== '') url.username = HIDDEN
  for (const key of url.searchParams.keys()) url.searchParams.set(key, HIDDEN)
  return url.href
}
