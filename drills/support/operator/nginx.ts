import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../../scripts/topology/free-port.ts'
import { createManagedProcess } from '../../../scripts/topology/managed-process.ts'
import { requireProgram } from '../../../scripts/topology/programs.ts'
import { isMet, type Operator } from './operator.ts'

interface Ports {
  plain: number
  secure: number
  /** Of the documented example for a path. */
  example: number
}

/** Fills the template as documented, with a certificate, and asks for pages through the real nginx. */
export async function tryNginx(operator: Operator) {
  const { site, done, startServer } = operator
  const program = requireProgram('nginx')
  const ports = { plain: await findFreePort(), secure: await findFreePort(), example: await findFreePort() }
  const address = `https://localhost:${ports.secure}`
  const env = {
    DATA_DIR: operator.createServiceFolder('nginx-site'),
    PUBLIC_URL: `${address}/ritmo`,
    TRUST_PROXY: '1',
  }
  const server = await startServer([join(site, 'node_modules/node/bin/node'), 'src/server/main.mjs'], { env })
  const home = await writeConfiguration(operator, program, ports, new URL(server.url).host)
  const flags = ['-p', home, '-c', join(home, 'nginx.conf'), '-e', 'stderr']
  const tested = await operator.run(program, ['-t', ...flags])
  const ask = async (path: string) => {
    const words = ['-sk', '--http2', '-o', '/dev/null', '-w', '%{http_version} %{http_code}', address + path]
    return (await operator.run('curl', words)).output
  }
  const isReady = async () => (await ask('/ritmo/health')).includes('200')
  const nginx = createManagedProcess({
    name: 'nginx',
    url: address,
    command: [program, ...flags],
    folder: home,
    isReady,
  })
  await nginx.start()
  try {
    const answers = [await ask('/ritmo/login'), await ask('/ritmo/api/about'), await ask(SOCKET)]
    const metrics = await ask('/ritmo/metrics')
    const below = await fetch(`http://127.0.0.1:${ports.example}/ritmo/login`).then((reply) => reply.text())
    done.add('nginx')
    return [
      isMet('nginx accepts the template with the certificate', tested.ok, tested.output.trim().split('\n').at(-1)),
      isMet(
        'a page, a call and a socket below a path, over HTTP/2',
        answers.every((one) => one === '2 200'),
        answers.join(', '),
      ),
      isMet('the documented example for a path shows the page', below.includes('data-base="/ritmo"')),
      isMet('nginx does not pass on /metrics', metrics === '2 404', metrics),
      isMet('nothing about an untrusted proxy is logged', !server.output().includes('TRUST_PROXY')),
    ]
  } finally {
    await nginx.stop()
    await server.stop()
  }
}

const SOCKET = '/ritmo/socket.io/?EIO=4&transport=polling'

/** Writes the documented files to a folder of their own: the template, the certificate, and the example for a path. */
async function writeConfiguration({ site, folder, must }: Operator, program: string, ports: Ports, node: string) {
  const home = join(folder, 'nginx')
  mkdirSync(join(home, 'conf.d'), { recursive: true })
  const read = (file: string) => readFileSync(join(site, file), 'utf8')
  const hasHttp2 = knowsHttp2(await must(program, ['-v']))
  const env = {
    RITMO_LISTEN: `127.0.0.1:${ports.secure} ssl${hasHttp2 ? '' : ' http2'}`,
    RITMO_NODES: `server ${node} max_fails=0;`,
  }
  const fill = "envsubst '$RITMO_LISTEN $RITMO_NODES' < deploy/nginx/ritmo.conf.template"
  writeFileSync(join(home, 'conf.d/ritmo.conf'), await must('bash', ['-c', fill], { env }))
  const [key, certificate] = [join(home, 'key.pem'), join(home, 'cert.pem')]
  const files = ['-keyout', key, '-out', certificate]
  await must('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
    ...files,
  ])
  const tls = read('deploy/nginx/tls.conf.example')
    .replace('/etc/nginx/tls/fullchain.pem', certificate)
    .replace('/etc/nginx/tls/privkey.pem', key)
    .replace('listen 80 default_server', `listen 127.0.0.1:${ports.plain} default_server`)
  writeFileSync(join(home, 'conf.d/tls.conf'), hasHttp2 ? tls : tls.replace(/^http2 on;$/m, ''))
  const [, example = ''] = /^```nginx\n(.*?)^```/ms.exec(read('docs/operations.md')) ?? []
  const location = example.replace('127.0.0.1:3000', node)
  writeFileSync(join(home, 'conf.d/path.conf'), `server { listen 127.0.0.1:${ports.example}; ${location} }`)
  const main = read('deploy/nginx/nginx.conf')
    .replace('/tmp/nginx.pid', join(home, 'nginx.pid'))
    .replace('/etc/nginx/conf.d', join(home, 'conf.d'))
    .replace('error_log /dev/stderr', 'error_log stderr')
  writeFileSync(join(home, 'nginx.conf'), `daemon off;\n${main}`)
  return home
}

/** Whether it is 1.25.1 or newer, which has the directive `http2 on`. */
function knowsHttp2(version: string) {
  const [, minor = 0, patch = 0] = /\/(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? []
  return minor > 25 || (minor === 25 && patch >= 1)
}
