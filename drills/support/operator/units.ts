import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findsItAgain, isMet, type Operator, writeSomething } from './operator.ts'
import { none } from '../criteria.ts'

/** The lines of a unit, with the paths of this machine's folder in place of those of a real one. */
function readUnit({ folder, site }: Operator, file: string) {
  const text = readFileSync(join(site, 'deploy', file), 'utf8')
    .replaceAll('/opt/ritmo', site)
    .replaceAll('/var/lib/ritmo', join(folder, 'var/lib/ritmo'))
    .replaceAll('%i', '')
  const lines = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const)
  const unit = Object.fromEntries(lines)
  const assignments = (unit['Environment'] ?? '').split(' ').map((pair) => pair.split('='))
  const env = Object.fromEntries(assignments.filter(([, value]) => value)) as Record<string, string>
  return {
    env: { ...env, CACHE_DIRECTORY: join(folder, 'var/cache/ritmo') },
    words: (name: string) => unit[name]?.split(' ') ?? [],
  }
}

/** Runs the commands of the units as their user, and the commands of the operator as root beside them. */
export async function tryUnits(operator: Operator) {
  const { folder, site, isRoot, done, run, must, startServer } = operator
  const data = operator.createServiceFolder('var/lib/ritmo')
  const cache = operator.createServiceFolder('var/cache/ritmo')
  await must('install', ['-m', '600', '/dev/null', join(folder, 'ritmo.env')])
  for (const unit of ['ritmo.service', 'ritmo-backup.service', 'ritmo-backup.timer'])
    await must('cp', [join('deploy', unit), folder])
  const site1 = readUnit(operator, 'ritmo.service')
  const backup = readUnit(operator, 'ritmo-backup.service')

  const first = await startServer(site1.words('ExecStart'), { env: site1.env })
  const wrote = await writeSomething(first.url)
  const [program = '', ...words] = backup.words('ExecStart')
  const made = await run(program, words, { env: backup.env, asService: true })
  done.add('units').add('backup')
  await first.stop()

  const [file = ''] = globSync(join(data, 'backups/ritmo-2*.gz'))
  const env = { DATA_DIR: data }
  const restored = await run('npm', ['run', 'restore', '--', file, '--replace'], { env })
  done.add('restore')
  const foreign = isRoot ? globSync(join(data, '**/*')).filter((path) => statSync(path).uid === 0) : []
  const second = await startServer(site1.words('ExecStart'), { env: site1.env })
  const found = await findsItAgain(second.url)
  const verified = await run('npm', ['run', 'verify'], { env, asService: true })
  const readBack = await run('npm', ['run', 'verify', '--', file], { env, asService: true })
  const configured = await run('npm', ['run', 'config'], { env, asService: true })
  done.add('verify').add('settings')
  await second.stop()

  const rehearsal = operator.createServiceFolder('rehearsal')
  const rehearse = { DATA_DIR: rehearsal }
  await must('npm', ['run', 'restore', '--', file], { env: rehearse })
  const third = await startServer(['npm', 'start'], { env: rehearse, asService: false })
  const rehearsed = await findsItAgain(third.url)
  await third.stop()
  done.add('rehearsal')

  const cached = globSync(join(cache, 'compiled/*/*')).length
  return [
    isMet('the unit of the server starts it as a user without rights', wrote),
    isMet('the unit of the backup writes one beside the server', made.ok && file !== '', lastLine(made.output)),
    isMet('root restores it', restored.ok, lastLine(restored.output)),
    none('files that root owns after that', foreign),
    isMet('the service starts on the restored data, and its user signs in', found),
    isMet('npm run verify finds nothing', verified.ok, lastLine(verified.output)),
    isMet('npm run verify reads the backup', readBack.ok, lastLine(readBack.output)),
    isMet('npm run config prints the settings', configured.ok, lastLine(configured.output)),
    isMet('a rehearsal in another folder answers', rehearsed),
    isMet('the compile cache is in the folder of the service', cached > 50, `${cached} files`),
    isMet(
      'a start with it needs less time',
      second.startMs < first.startMs,
      `${Math.round(first.startMs)} and ${Math.round(second.startMs)} ms`,
    ),
    isMet('the checkout belongs to root and needs no change', isRoot ? statSync(site).uid === 0 : true),
  ]
}

const lastLine = (output: string) => output.trim().split('\n').at(-1)?.slice(0, 120) ?? ''
