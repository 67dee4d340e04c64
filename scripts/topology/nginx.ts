import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillTemplate } from './fill-template.ts'
import { createManagedProcess, type ManagedProcess } from './managed-process.ts'
import { requireProgram } from './programs.ts'

/** nginx in front of the nodes, with the same configuration as in deployments. */
export function createNginx({
  folder,
  port,
  nodes,
}: {
  folder: string
  port: number
  nodes: ManagedProcess[]
}): ManagedProcess {
  const program = requireProgram('nginx')
  mkdirSync(join(folder, 'temp'), { recursive: true })
  const site = fillTemplate('deploy/nginx/ritmo.conf.template', {
    RITMO_LISTEN: `127.0.0.1:${port}`,
    RITMO_NODES: nodes.map(toServerLine).join(' '),
  })
  writeFileSync(join(folder, 'ritmo.conf'), site)
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, toMainConfiguration(folder))

  const url = `http://127.0.0.1:${port}`
  return createManagedProcess({
    name: 'nginx',
    url,
    command: [program, '-p', folder, '-c', main, '-e', 'stderr'],
    folder,
    isReady: () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
  })
}

const toServerLine = ({ url }: ManagedProcess) => `server ${new URL(url).host} max_fails=0;`

const TEMPORARY_KINDS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const toMainConfiguration = (folder: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes 2;
worker_rlimit_nofile 32768;
events { worker_connections 16384; }
http {
  access_log off;
  ${TEMPORARY_KINDS.map((kind) => `${kind}_temp_path ${folder}/temp/${kind};`).join('\n  ')}
  include ${folder}/ritmo.conf;
}
`
