import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run.ts'
import { createPart, type Part } from './part.ts'
import { requireProgram } from './programs.ts'

/** nginx before the nodes, with the very configuration that deployments use. */
export function createNginx({ folder, port, nodes }: { folder: string; port: number; nodes: Part[] }): Part {
  const program = requireProgram('nginx')
  mkdirSync(join(folder, 'temp'), { recursive: true })
  const site = readFileSync(join(ROOT, 'deploy/nginx/ritmo.conf.template'), 'utf8')
    .replaceAll('${RITMO_LISTEN}', `127.0.0.1:${port}`)
    .replaceAll('${RITMO_NODES}', nodes.map(lineFor).join(' '))
  writeFileSync(join(folder, 'ritmo.conf'), site)
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, mainConfiguration(folder))

  const url = `http://127.0.0.1:${port}`
  return createPart({
    name: 'nginx',
    url,
    command: [program, '-p', folder, '-c', main, '-e', 'stderr'],
    folder,
    answers: () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
  })
}

const lineFor = ({ url }: Part) => `server ${new URL(url).host} max_fails=0;`

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const mainConfiguration = (folder: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes 2;
worker_rlimit_nofile 32768;
events { worker_connections 16384; }
http {
  access_log off;
  ${TEMPORARY.map((kind) => `${kind}_temp_path ${folder}/temp/${kind};`).join('\n  ')}
  include ${folder}/ritmo.conf;
}
`
