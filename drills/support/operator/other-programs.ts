import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMet, type Operator } from './operator.ts'

const has = async ({ run }: Operator, program: string) => (await run('which', [program])).ok

/** Lets Docker and Kubernetes read their files. Neither starts anything. */
export async function checkContainers(operator: Operator) {
  const { site, run } = operator
  const settings = [
    'PUBLIC_URL=http://localhost',
    'POSTGRES_PASSWORD=0123456789abcdef',
    'TLS_CERTIFICATE=/a',
    'TLS_KEY=/b',
  ]
  writeFileSync(join(site, 'deploy/.env'), `${settings.join('\n')}\n`)
  const compose = (...files: string[]) =>
    run('docker', ['compose', ...files.flatMap((file) => ['-f', `deploy/${file}`]), 'config', '--quiet'])
  const canCompose = (await run('docker', ['compose', 'version'])).ok
  const composed = canCompose && [await compose('compose.yaml'), await compose('compose.yaml', 'compose.tls.yaml')]
  const canKustomize = await has(operator, 'kubectl')
  const kustomized = canKustomize && [
    await run('kubectl', ['kustomize', 'deploy/kubernetes']),
    await run('kubectl', ['kustomize', 'deploy/kubernetes/backup']),
  ]
  return [
    composed
      ? isMet(
          'Compose accepts its files',
          composed.every(({ ok }) => ok),
          composed
            .map(({ output }) => output)
            .join()
            .slice(0, 300) || 'yes',
        )
      : isMet('Compose accepts its files', true, 'Docker Compose is not installed'),
    kustomized
      ? isMet(
          'Kubernetes accepts its files',
          kustomized.every(({ ok }) => ok),
          kustomized.every(({ ok }) => ok)
            ? 'yes'
            : kustomized
                .map(({ output }) => output)
                .join()
                .slice(0, 300),
        )
      : isMet('Kubernetes accepts its files', true, 'kubectl is not installed'),
  ]
}

export async function checkPrometheusRules(operator: Operator) {
  if (!(await has(operator, 'promtool')))
    return [isMet('Prometheus accepts the alerts', true, 'promtool is not installed')]
  const { ok, output } = await operator.run('promtool', ['check', 'rules', 'deploy/grafana/alerts.yaml'])
  return [isMet('Prometheus accepts the alerts', ok, output.trim().split('\n').at(-1))]
}
