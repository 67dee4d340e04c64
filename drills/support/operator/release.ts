import { chownSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findsItAgain, isMet, type Operator, writeSomething } from './operator.ts'

/** Makes the archive, unpacks it elsewhere and starts it with `npm start`, as a user without rights. */
export async function tryRelease(operator: Operator) {
  const { site, done, isRoot, must, startServer } = operator
  await must('npm', ['run', 'release'])
  await must('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(site, 'release') })
  const target = operator.createServiceFolder('release')
  const [archive = ''] = globSync(join(site, 'release/*.tar.gz'))
  await must('tar', ['-xzf', archive, '-C', target, '--strip-components=1'], { asService: isRoot })
  if (isRoot) chownSync(target, 65_534, 65_534)
  const env = { DATA_DIR: operator.createServiceFolder('release-data') }
  const server = await startServer(['npm', 'start'], { cwd: target, env })
  const wrote = (await writeSomething(server.url)) && (await findsItAgain(server.url))
  const page = await (await fetch(server.url)).text()
  await server.stop()
  const sbom = JSON.parse(readFileSync(join(target, 'sbom.json'), 'utf8')) as { components: unknown[] }
  const all = JSON.parse(await must('npm', ['run', '-s', 'sbom'])) as { components: unknown[] }
  done.add('release')
  const packages = globSync(join(target, 'node_modules/{vite,vitest,typescript,@playwright}'))
  return [
    isMet('the release starts with npm start alone, and works', wrote && page.includes('/assets/')),
    isMet('it installs no package for development', packages.length === 0, packages.join(' ') || 'none'),
    isMet(
      'its SBOM lists the packages that run',
      sbom.components.length > 20 && sbom.components.length < all.components.length,
      `${sbom.components.length} of ${all.components.length}`,
    ),
  ]
}
