import { z } from 'zod'
import { REGISTRATION_MODES, type RegistrationPolicy } from '#core/accounts/registration.ts'
import { list } from './list.ts'
import { areProviderIds, providerIds } from './openid-settings.ts'
import { StartError } from './start-error.ts'

const DOMAIN = /^[\p{L}\d]([\p{L}\d-]*[\p{L}\d])?(\.[\p{L}\d]([\p{L}\d-]*[\p{L}\d])?)+$/u

/** The settings of registering and signing in, a part of all settings. */
export const SIGN_IN_SETTINGS = {
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
  REGISTRATION: z.enum(REGISTRATION_MODES).default('open').describe('open, invite, domains or closed'),
  REGISTRATION_DOMAINS: list
    .pipe(z.array(z.string().toLowerCase().regex(DOMAIN)))
    .default([])
    .describe('a comma-separated list of domains like example.org'),
  OPENID_PROVIDERS: z
    .string()
    .transform(providerIds)
    .refine(areProviderIds)
    .default([])
    .describe('a comma-separated list of short names like keycloak,google, of lowercase letters and digits'),
  PASSWORD_SIGN_IN: z.enum(['on', 'off']).default('on').describe('on or off'),
  BREACHED_PASSWORDS: z
    .union([
      z.literal('off').transform(() => null),
      z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/?$/, '/')),
    ])
    .default(null)
    .describe('off, or the address of a range API like https://api.pwnedpasswords.com/range/'),
  REQUIRE_TWO_FACTOR: z
    .enum(['none', 'administrators', 'everyone'])
    .default('none')
    .describe('none, administrators or everyone'),
}

type SignInSettings = z.infer<z.ZodObject<typeof SIGN_IN_SETTINGS>>

/** Throws if the mode and the list of domains do not belong together: nobody, or everybody, would be admitted. */
export function readRegistration({ REGISTRATION: mode, REGISTRATION_DOMAINS: domains }: SignInSettings) {
  if ((mode === 'domains') !== domains.length > 0)
    throw new StartError('REGISTRATION=domains and REGISTRATION_DOMAINS belong together: set both or neither.')
  return { mode, domains } satisfies RegistrationPolicy
}

/** Where only providers sign in, the provider decides about second factors: ours would never be asked for. */
export const readTwoFactorRequirement = ({ PASSWORD_SIGN_IN, REQUIRE_TWO_FACTOR }: SignInSettings) =>
  PASSWORD_SIGN_IN === 'on' ? REQUIRE_TWO_FACTOR : 'none'
