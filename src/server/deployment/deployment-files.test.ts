import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { VERSION } from '#core/version.ts'
import { ROOT } from '../../../scripts/run.ts'
import { Settings } from '#server/config.ts'
import { testApp } from '#server/testing/test-app.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

type Labels = Record<string, string>
interface Probe {
  httpGet?: { path: string; port: string }
}
interface Container extends Record<`${'startup' | 'readiness' | 'liveness'}Probe`, Probe | undefined> {
  image: string
  command?: string[]
  args?: string[]
  ports?: { name: string; containerPort: number }[]
  volumeMounts: { name: string }[]
}
interface PodTemplate {
  metadata: { labels: Labels }
  spec: { containers: Container[]; volumes: { name: string; emptyDir?: object }[] }
}
interface Manifest {
  kind: string
  spec: {
    template?: PodTemplate
    selector?: { matchLabels?: Labels } & Labels
    ports?: { targetPort: string }[]
    jobTemplate?: { spec: { template: PodTemplate } }
  }
  resources?: string[]
  images?: { name: string; newTag: string }[]
  configMapGenerator?: { literals: string[] }[]
  stringData?: Labels
}

const manifests = globSync('deploy/kubernetes/**/*.yaml', { cwd: ROOT }).map((file) => ({
  file,
  ...(parse(read(file)) as Manifest),
}))
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const templates = manifests.flatMap(({ spec }) => spec?.template ?? spec?.jobTemplate?.spec.template ?? [])
const containers = templates.flatMap(({ spec }) => spec.containers)
const server = ofKind('Deployment')[0]!.spec.template!

/** Names that an image reads itself. */
const OTHER_PROGRAMS = /^(NODE_ENV|POSTGRES_\w+|RITMO_\w+|CACHE_DIRECTORY)$/
const unknownSettings = (names: string[]) =>
  names.filter((name) => !(name in Settings.shape) && !OTHER_PROGRAMS.test(name))

test.each(['Deployment', 'Service', 'PodDisruptionBudget'])(
  'O22 the selector of the %s matches the pods of the server and no others',
  (kind) => {
    const [{ spec } = { spec: {} as Manifest['spec'] }] = ofKind(kind)
    const wanted = Object.entries(spec.selector?.matchLabels ?? spec.selector ?? {})
    expect(wanted.length).toBeGreaterThan(0)
    const selected = templates.filter(({ metadata: { labels } }) =>
      wanted.every(([name, value]) => labels[name] === value),
    )
    expect(selected).toEqual([server])
  },
)

test('O22 every probe of Kubernetes and Compose asks for an address that answers', async () => {
  const { app } = await testApp()
  const probes = containers.flatMap((one) => [one.startupProbe, one.readinessProbe, one.livenessProbe])
  const paths = probes.flatMap((probe) => probe?.httpGet?.path ?? [])
  const others = ['deploy/Dockerfile', ...globSync('deploy/compose*.yaml', { cwd: ROOT })].flatMap((file) =>
    [...read(file).matchAll(/:\/\/127\.0\.0\.1(?::\$\{[\w.]+\})?(\/\w+)/g)].map(([, path = '']) => path),
  )
  expect(paths).toHaveLength(3)
  expect(others.length).toBeGreaterThanOrEqual(3)
  for (const path of [...paths, ...others]) expect((await app.inject(path)).statusCode).toBe(200)
})

test('O22 the ports of Kubernetes exist', () => {
  const names = containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name))
  for (const { spec } of ofKind('Service'))
    for (const { targetPort } of spec.ports ?? []) expect(names).toContain(targetPort)
  expect(read('deploy/Dockerfile')).toContain(`EXPOSE ${server.spec.containers[0]?.ports?.[0]?.containerPort}\n`)
})

test('O22 volumes, images and resources of Kubernetes exist', () => {
  const volumes = templates.map(({ spec }) => spec.volumes.map(({ name }) => name))
  const mounts = templates.map(({ spec }) => spec.containers.flatMap((one) => one.volumeMounts.map(({ name }) => name)))
  expect(mounts).toEqual(volumes)
  for (const { file, resources = [], images = [] } of ofKind('Kustomization')) {
    for (const resource of resources) expect(existsSync(join(ROOT, file, '..', resource))).toBe(true)
    expect(images.map(({ name, newTag }) => [name, newTag])).toEqual([[containers[0]?.image, VERSION]])
  }
})

test('O22 the commands of Kubernetes exist', () => {
  const commands = containers.flatMap(({ command = [], args = [] }) => [...command, ...args].join(' '))
  const files = commands.flatMap((command) => [...command.matchAll(/\b[\w./-]+\.(?:ts|mjs)\b/g)].map(([file]) => file))
  expect(files).toEqual(['scripts/operate.ts'])
  for (const file of files) expect(existsSync(join(ROOT, file))).toBe(true)
})

const literals = ofKind('Kustomization').flatMap(({ configMapGenerator = [] }) =>
  configMapGenerator.flatMap((one) => one.literals),
)

test('O22 a pod makes no backup before a migration in a volume that is gone with it', () => {
  expect(server.spec.volumes.find(({ name }) => name === 'data')).toHaveProperty('emptyDir')
  expect(literals).toContain('BACKUP_BEFORE_MIGRATION=off')
})

test('O22 every setting in the files for deployment exists', () => {
  const secrets = ofKind('Secret').flatMap(({ stringData = {} }) => Object.keys(stringData))
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Labels; env_file?: string[]; build?: { dockerfile: string } }>
  }
  const environments = Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment))
  const image = [...read('deploy/Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
  const units = globSync('deploy/*.service', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' ')),
  )
  const assignments = [...literals, ...image, ...units].map((text) => text.split('=', 1)[0]!)
  const names = [...assignments, ...secrets, ...environments]
  expect(names.length).toBeGreaterThan(15)
  expect(unknownSettings(names)).toEqual([])
  expect(compose.services['ritmo-1']).toMatchObject({ env_file: ['.env'], build: { dockerfile: 'deploy/Dockerfile' } })
})

const unit = (file: string) => {
  const lines = read(file).matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value])) as Record<string, string>
}

test('O23 the backup unit has the user, folder and settings of the server', () => {
  const [site, backup] = [unit('deploy/ritmo.service'), unit('deploy/ritmo-backup.service')]
  const shared = [
    'User',
    'Group',
    'WorkingDirectory',
    'StateDirectory',
    'StateDirectoryMode',
    'EnvironmentFile',
    'UMask',
  ]
  for (const name of shared) expect([name, backup[name]]).toEqual([name, site[name]])
  expect(site['User']).toBe('ritmo')
  expect(site).not.toHaveProperty('DynamicUser')
  expect(read('deploy/ritmo.sysusers')).toContain(`u ${site['User']} - "Ritmo" /var/lib/${site['StateDirectory']}`)
  for (const { Environment = '' } of [site, backup]) expect(Environment).toContain('DATA_DIR=/var/lib/ritmo')
  for (const { ExecStart = '' } of [site, backup])
    for (const [file] of ExecStart.matchAll(/\b(?:src|scripts)\/[\w./-]+/g))
      expect(existsSync(join(ROOT, file))).toBe(true)
})

const hasSystemd = existsSync('/usr/bin/systemd-analyze')

test.skipIf(!hasSystemd)('O23 systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ritmo-units-'))
  // The programs of the units are in /opt/ritmo, which this machine may not have.
  const site = join(folder, 'opt/ritmo')
  mkdirSync(join(site, 'node_modules/node/bin'), { recursive: true })
  writeFileSync(join(site, 'node_modules/node/bin/node'), '')
  chmodSync(join(site, 'node_modules/node/bin/node'), 0o755)
  mkdirSync(join(site, 'docs'))
  const files = ['ritmo.service', 'ritmo-backup.service', 'ritmo-backup.timer', 'ritmo.service@']
  const paths = files.map((file) => {
    const path = join(folder, file.replace('.service@', '@3001.service'))
    writeFileSync(path, read(`deploy/${file.replace('@', '')}`).replaceAll('/opt/ritmo', site))
    return path
  })
  const verify = () =>
    execFileSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', ...paths], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  expect(verify).not.toThrow()
})

test('O24 the product has one version, of three numbers', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(version).toBe(VERSION)
  expect(version).toMatch(/^\d+\.\d+\.\d+(-[\da-z.]+)?$/)
})

test('O24 the API, the health check and the reference tell the same version', async () => {
  const { app } = await testApp()
  expect((await app.inject('/api/about')).json()).toMatchObject({ data: { version: VERSION } })
  expect((await app.inject('/health')).json()).toEqual({ ok: true, version: VERSION })
  expect((await app.inject('/api/openapi.json')).json()).toMatchObject({ info: { version: VERSION } })
})
