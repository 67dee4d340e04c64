import { OutboundError } from './outbound-error.ts'

const MIN_UNRESERVED_PORT = 1024

/** Reads an address that a user has typed: http or https, without user or password, and no port of another service. */
export function checkUrl(address: string) {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || !hasWebPort(url))
    throw new OutboundError('invalid-address')
  return url
}

/** Below 1024 are mail, SSH and other services that would read a request as commands. */
const hasWebPort = ({ port }: URL) =>
  port === '' || port === '80' || port === '443' || Number(port) >= MIN_UNRESERVED_PORT
