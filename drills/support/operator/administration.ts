import { listCommands } from '../../../scripts/checks/commands.ts'
import { none, type Criterion } from '../criteria.ts'
import { isMet, type Operator } from './operator.ts'

const SERVER = ['node_modules/node/bin/node', 'src/server/main.mjs']
/** The accounts of the documented commands. */
const PEOPLE = ['someone@example.org', 'ann@example.org']

/** Runs the documented commands of administration, in their order, as the service's user beside the running server. */
export async function tryAdministration(operator: Operator): Promise<Criterion[]> {
  const env = { DATA_DIR: operator.createServiceFolder('administered') }
  const server = await operator.startServer(SERVER, { env })
  const register = (email: string) =>
    fetch(`${server.url}/api/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Someone', email, password: 'Quiet river 42' }),
    })
  for (const email of PEOPLE) await register(email)
  const commands = listCommands().filter(({ command }) => command.startsWith('npm run admin -- '))
  const failed: string[] = []
  for (const { command } of commands) {
    const { ok, output } = await operator.run('sh', ['-c', command], { env, asService: true })
    if (!ok) failed.push(`${command}: ${output.slice(-300)}`)
  }
  const left = await operator.run('npm', ['run', 'admin', '--', 'list'], { env, asService: true })
  await server.stop()
  operator.done.add('administration')
  return [
    none(`documented commands of administration that fail, of ${commands.length}`, failed),
    isMet(
      'the deleted account is gone, and the other one is there',
      /someone@/.test(left.output) && !/ann@/.test(left.output),
    ),
  ]
}
