/** The push services of Chrome and its kin, Firefox, Edge and Safari. */
const KNOWN_HOSTS = /^(fcm\.googleapis\.com|([a-z\d-]+\.)+(push\.services\.mozilla|notify\.windows|push\.apple)\.com)$/
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Tells whether an address that a browser handed in is one that this server may call: of a known push service, or of
 * `hosts`. Nothing but https leaves the machine.
 */
export function createPushServiceCheck(hosts: string[]) {
  return (endpoint: string) => {
    const url = URL.parse(endpoint)
    // Written otherwise than it is read: somebody hopes that two readers disagree.
    if (url === null || url.href !== endpoint || url.username !== '' || url.password !== '') return false
    const isSafe = url.protocol === 'https:'
    if (hosts.includes(url.host)) return isSafe || (url.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname))
    return isSafe && url.port === '' && KNOWN_HOSTS.test(url.hostname)
  }
}
