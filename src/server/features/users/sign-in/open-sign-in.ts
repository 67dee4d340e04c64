import type { FastifyBaseLogger } from 'fastify'
import type { SignInWays } from '#contract/accounts/openid.ts'
import type { Config } from '#server/config.ts'
import type { createGoogleSignIn } from '#server/features/users/google/google-sign-in.ts'
import type { createOpenid } from '#server/features/users/openid/providers.ts'

interface Options {
  config: Config
  secret: string
  now: () => number
  log: FastifyBaseLogger
}

/** What the sign-in page offers besides Google's own button. */
const signInWaysOf = ({ openid, passwordSignIn }: Config): SignInWays => ({
  providers: openid.map(({ id, name, logo }) => ({ id, name, logo })),
  password: passwordSignIn,
})

/** Loads the packages of providers only if these are configured: they cost time and memory at every start. */
export async function openProviders({ config, secret, now, log }: Options) {
  const shared = { publicUrl: config.publicUrl, secret, now, log }
  return {
    ways: signInWaysOf(config),
    google: config.google && (await openGoogle({ ...shared, google: config.google })),
    openid: config.openid.length > 0 ? await openOpenid({ ...shared, providers: config.openid }) : undefined,
  }
}

async function openGoogle(options: Parameters<typeof createGoogleSignIn>[0]) {
  const { createGoogleSignIn } = await import('../google/google-sign-in.ts')
  return createGoogleSignIn(options)
}

async function openOpenid(options: Parameters<typeof createOpenid>[0]) {
  const { createOpenid } = await import('../openid/providers.ts')
  return createOpenid(options)
}
