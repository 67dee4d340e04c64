import { Resolver } from 'node:dns/promises'
import { type Network, parseIp } from '#core/outbound/ip-address.ts'
import { isReachable } from '#core/outbound/reachable-address.ts'
import { OutboundError } from './outbound-error.ts'

export interface ResolveOptions {
  /** Networks that users' addresses may reach besides the public internet. */
  allowedNetworks: readonly Network[]
  /** Undefined: those of the machine. */
  dnsServers?: string[]
}

export interface ReachableAddress {
  address: string
  family: 4 | 6
}

const LOOPBACK = ['127.0.0.1', '::1']
const DNS_TIMEOUT = { timeout: 2_000, tries: 2 }

/**
 * Returns the addresses of a host that the server may connect to; throws if there are none. `dns.lookup` would read
 * /etc/hosts as well, but it uses the few threads that also read files, and a slow name server would occupy them all.
 */
export async function resolveHost(hostname: string, signal: AbortSignal, options: ResolveOptions) {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = parseIp(literal) === undefined ? await lookUp(hostname, signal, options) : [literal]
  if (addresses.length === 0) throw new OutboundError('name-not-found')
  const reachable = addresses.filter((address) => isAllowed(address, options.allowedNetworks))
  if (reachable.length === 0) throw new OutboundError('address-not-allowed')
  return reachable.map((address): ReachableAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
}

function isAllowed(address: string, allowedNetworks: readonly Network[]) {
  const ip = parseIp(address)
  return ip !== undefined && isReachable(ip, allowedNetworks)
}

async function lookUp(hostname: string, signal: AbortSignal, { dnsServers }: ResolveOptions) {
  // Names below localhost are this machine, whatever the DNS says (RFC 6761).
  if (/(^|\.)localhost\.?$/.test(hostname)) return LOOPBACK
  const resolver = new Resolver(DNS_TIMEOUT)
  if (dnsServers !== undefined) resolver.setServers(dnsServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    signal.throwIfAborted()
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
