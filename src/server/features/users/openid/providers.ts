import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#server/errors.ts'
import type { OpenidProviderConfig } from '#server/settings/openid-settings.ts'
import { createOpenidProvider, type OpenidProvider } from './provider.ts'
import { createFlows, createTokenSeal } from './sealed-flows.ts'

interface Options {
  providers: OpenidProviderConfig[]
  publicUrl: string
  secret: string
  now: () => number
  log: FastifyBaseLogger
}

/** All OpenID providers of the site. */
export function createOpenid({ providers, publicUrl, secret, now, log }: Options) {
  const redirectUrl = `${publicUrl}/login`
  const known = new Map(
    providers.map((config) => [config.id, createOpenidProvider({ config, redirectUrl, now, log })] as const),
  )
  const flows = createFlows(secret, now)

  return {
    idTokens: createTokenSeal(secret),
    find: (id: string): OpenidProvider | undefined => known.get(id),

    /** The id of the provider with this issuer. */
    idOfIssuer: (issuer: string) =>
      providers.find((config) => new URL(config.issuer).href === new URL(issuer).href)?.id,

    /** Begins a sign-in, or the linking of an identity to a user. */
    async start({
      provider: id,
      language,
      linksTo,
    }: {
      provider: string
      language?: string | undefined
      linksTo?: string
    }) {
      const provider = known.get(id)
      if (provider === undefined) throw new Refusal('not-found', 'openidUnknown')
      const { address, flow } = await provider.start(language)
      return { address, flow: flows.seal({ ...flow, ...(linksTo !== undefined && { linksTo }) }) }
    },

    /** Ends what `start` has begun for the same purpose. */
    async finish({ flow: sealed, reply }: { flow: string; reply: string }, linksTo?: string) {
      const flow = flows.open(sealed)
      const provider = known.get(flow?.provider ?? '')
      if (flow === undefined || provider === undefined || flow.linksTo !== linksTo)
        throw new Refusal('invalid', 'openidFailed')
      return { provider, profile: await provider.finish(reply, flow) }
    },
  }
}

export type Openid = ReturnType<typeof createOpenid>
