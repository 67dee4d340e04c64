import { type IpAddress, isInNetwork, type Network, parseNetwork } from './ip-address.ts'

const network = (text: string) => parseNetwork(text)!

/** IPv4 networks that belong to nobody on the internet (IANA's registry of special-purpose addresses), and multicast. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // between a provider and its customers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays to IPv6
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map(network)

/** Everything outside is loopback, private, link-local, multicast, reserved, or a translation of an IPv4 address. */
const GLOBAL_UNICAST = network('2000::/3')
const NOT_PUBLIC_V6 = [
  '2001::/23', // protocol assignments, and tunnels to IPv4 addresses
  '2001:db8::/32', // documentation
  '2002::/16', // tunnels to IPv4 addresses
  '3fff::/20', // documentation
].map(network)

/** Whether the server may connect to an address that a user has chosen: a public one, or one that the operator allows. */
export const isReachable = (address: IpAddress, allowedNetworks: readonly Network[]) =>
  isPublic(address) || allowedNetworks.some((allowed) => isInNetwork(address, allowed))

function isPublic(address: IpAddress) {
  const isIn = (network: Network) => isInNetwork(address, network)
  return address.bits === 32 ? !NOT_PUBLIC_V4.some(isIn) : isIn(GLOBAL_UNICAST) && !NOT_PUBLIC_V6.some(isIn)
}
