import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { z } from 'zod'
import { type Environment, readSettingFiles } from './setting-files.ts'
import { StartError } from './start-error.ts'

/** A name in `OPENID_PROVIDERS`. It becomes part of the names of settings. */
const PROVIDER_NAME = /^[a-z][a-z\d]{0,31}$/
const MAX_LOGO_BYTES = 8 * 1024
const LOGO_TYPES: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' }

const OnOff = z.enum(['on', 'off']).transform((value) => value === 'on')

/** Without TLS anybody on the way could sign in as anybody. */
const isSafeIssuer = (address: string) => {
  const { protocol, hostname, search, hash } = new URL(address)
  const isPlain = search === '' && hash === ''
  return isPlain && (protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
}

/** The settings of each provider, as `OPENID_<NAME>_<key>`. The description completes the sentence "X must be …". */
const ProviderSettings = z.object({
  ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeIssuer)
    .describe('the https address of the provider, which its discovery document calls issuer'),
  CLIENT_ID: z.string().min(1).describe('the id under which the provider knows this site'),
  CLIENT_SECRET: z.string().min(1).optional().describe('the secret that the provider gave this site'),
  CLIENT_AUTH: z.enum(['basic', 'post', 'none']).optional().describe('basic, post or none'),
  NAME: z.string().min(1).max(40).optional().describe('the name on the button, up to 40 characters'),
  LOGO: z.string().min(1).optional().describe('an .svg, .png or .webp file'),
  SCOPES: z
    .string()
    .regex(/^(?=.*\bopenid\b)[\x21-\x7E]+( [\x21-\x7E]+)*$/)
    .default('openid email profile')
    .describe('a list like openid email profile groups, with openid in it'),
  TRUST_EMAIL: OnOff.default(false).describe('on or off'),
  GROUPS_CLAIM: z.string().min(1).default('groups').describe('the name of a claim like groups or realm_access.roles'),
  ADMIN_GROUP: z.string().min(1).optional().describe('the name of a group'),
  LOGOUT: OnOff.default(true).describe('on or off'),
})

export const PROVIDER_SETTINGS = Object.keys(ProviderSettings.shape)

export interface OpenidProviderConfig {
  id: string
  name: string
  /** A `data:` address. */
  logo: string | null
  issuer: string
  clientId: string
  clientSecret: string | undefined
  clientAuth: 'basic' | 'post' | 'none'
  scopes: string
  /** Whether every address that the provider names counts as verified. */
  isEmailTrusted: boolean
  groupsClaim: string
  /** Undefined: the provider does not decide who is an administrator. */
  administratorGroup: string | undefined
  /** Whether a sign-out also ends the session at the provider. */
  endsProviderSession: boolean
}

const prefixOf = (id: string) => `OPENID_${id.toUpperCase()}_`

/** The names of `OPENID_PROVIDERS`. */
export const providerIds = (list = '') =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

export const areProviderIds = (ids: string[]) =>
  ids.every((id) => PROVIDER_NAME.test(id)) && new Set(ids).size === ids.length

/** The settings that the providers of `OPENID_PROVIDERS` may have, and which of them are secrets. */
export function providerSettingNames({ OPENID_PROVIDERS }: Environment) {
  const prefixes = providerIds(OPENID_PROVIDERS).map(prefixOf)
  return {
    names: prefixes.flatMap((prefix) => PROVIDER_SETTINGS.map((key) => `${prefix}${key}`)),
    secrets: prefixes.map((prefix) => `${prefix}CLIENT_SECRET`),
  }
}

/** The default of a setting of `providerSettingNames` as an operator would write it. */
export function providerDefaultOf(name: string) {
  const key = PROVIDER_SETTINGS.find((key) => name.endsWith(`_${key}`)) ?? ''
  return { SCOPES: 'openid email profile', TRUST_EMAIL: 'off', GROUPS_CLAIM: 'groups', LOGOUT: 'on' }[key] ?? 'not set'
}

/** Throws if the settings of a provider are missing or wrong. */
export function readOpenidProviders(environment: Environment, ids: string[]): OpenidProviderConfig[] {
  return ids.map((id) => {
    const prefix = prefixOf(id)
    const secret = `${prefix}CLIENT_SECRET`
    const values = readSettingFiles(environment, [secret])
    const given = Object.fromEntries(PROVIDER_SETTINGS.map((key) => [key, values[`${prefix}${key}`]]))
    const result = ProviderSettings.safeParse(given)
    if (!result.success) throw new StartError(describeProblem(prefix, String(result.error.issues[0]?.path[0]), given))
    return toConfig(id, result.data)
  })
}

interface WaysToSignIn {
  PASSWORD_SIGN_IN: 'on' | 'off'
  OPENID_PROVIDERS: string[]
  GOOGLE_CLIENT_ID?: string | undefined
}

/** Throws if nobody could sign in. */
export function readPasswordSignIn({ PASSWORD_SIGN_IN, OPENID_PROVIDERS, GOOGLE_CLIENT_ID }: WaysToSignIn) {
  if (PASSWORD_SIGN_IN === 'on') return true
  if (OPENID_PROVIDERS.length === 0 && GOOGLE_CLIENT_ID === undefined)
    throw new StartError('PASSWORD_SIGN_IN is off, but neither OPENID_PROVIDERS nor GOOGLE_CLIENT_ID is set.')
  return false
}

function describeProblem(prefix: string, key: string, given: Environment) {
  const { description } = ProviderSettings.shape[key as keyof typeof ProviderSettings.shape]
  const name = `${prefix}${key}`
  if (given[key] === undefined) return `${name} is missing: it must be ${description}.`
  return `${name} must be ${description}${key === 'CLIENT_SECRET' ? '' : `, but it is "${given[key]}"`}.`
}

function toConfig(id: string, settings: z.infer<typeof ProviderSettings>): OpenidProviderConfig {
  const clientSecret = settings.CLIENT_SECRET
  const clientAuth = settings.CLIENT_AUTH ?? (clientSecret === undefined ? 'none' : 'basic')
  if ((clientAuth === 'none') !== (clientSecret === undefined))
    throw new StartError(
      `${prefixOf(id)}CLIENT_AUTH is ${clientAuth}, ${clientSecret === undefined ? 'which needs' : 'which has no use for'} ${prefixOf(id)}CLIENT_SECRET.`,
    )
  return {
    id,
    name: settings.NAME ?? `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`,
    logo: settings.LOGO === undefined ? null : readLogo(`${prefixOf(id)}LOGO`, settings.LOGO),
    issuer: settings.ISSUER,
    clientId: settings.CLIENT_ID,
    clientSecret,
    clientAuth,
    scopes: settings.SCOPES,
    isEmailTrusted: settings.TRUST_EMAIL,
    groupsClaim: settings.GROUPS_CLAIM,
    administratorGroup: settings.ADMIN_GROUP,
    endsProviderSession: settings.LOGOUT,
  }
}

/** The logo as a `data:` address, which the content security policy allows and which costs no request. */
function readLogo(setting: string, path: string) {
  const type = LOGO_TYPES[extname(path).toLowerCase()]
  if (type === undefined) throw new StartError(`${setting} must be an .svg, .png or .webp file, but it is "${path}".`)
  const content = readBytes(setting, path)
  if (content.length > MAX_LOGO_BYTES) throw new StartError(`${setting} names ${path}, which is larger than 8 KB.`)
  return `data:${type};base64,${content.toString('base64')}`
}

function readBytes(setting: string, path: string) {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartError(`${setting} names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
