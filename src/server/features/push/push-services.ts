/** The push services of Chrome and other Chromium browsers, Firefox, Edge and Safari. */
const KNOWN_HOSTS = /^(fcm\.googleapis\.com|([a-z\d-]+\.)+(push\.services\.mozilla|notify\.windows|push\.apple)\.com)$/
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Returns a check whether the server may call an endpoint that a browser has sent: it must belong to a known push
 * service or to `hosts`, and use https unless it is on this machine.
 */
export function createPushServiceCheck(hosts: string[]) {
  return (endpoint: string) => {
    const url = URL.parse(endpoint)
    // A URL that changes when it is parsed may be meant to be read differently by another parser.
    if (url === null || url.href !== endpoint || url.username !== '' || url.password !== '') return false
    const isSafe = url.protocol === 'https:'
    if (hosts.includes(url.host)) return isSafe || (url.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname))
    return isSafe && url.port === '' && KNOWN_HOSTS.test(url.hostname)
  }
}
