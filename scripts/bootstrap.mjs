// Runs a script of this folder on the Node version that package.json pins, and installs the packages first if they are
// missing or outdated. It is plain JavaScript without packages, because it must run on any Node that the machine has.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isWindows = process.platform === 'win32'
const node = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')

if (!isInstalled()) install()
run(process.argv.slice(2))

function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  const wanted = join(root, 'package-lock.json')
  return existsSync(node) && existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs
}

function install() {
  console.log('Installing packages …')
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], shell: isWindows, encoding: 'utf8' }
  // A release contains the built front end, and needs no packages to build it.
  const isRelease = !existsSync(join(root, 'scripts', 'build.ts'))
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', ...(isRelease ? ['--omit=dev'] : [])]
  const result = spawnSync('npm', ['ci', ...flags], options)
  if (result.status !== 0) stop(`The packages could not be installed${describeFailure(result, isRelease)}`)
  if (!existsSync(node)) stop('npm did not run the install script of the package "node". Allow it and run "npm ci".')
}

/** A killed npm says nothing. The system kills the largest program when the memory is full. */
function describeFailure({ signal, error, stderr }, isRelease) {
  if (error) return `: ${error.message}`
  if (signal !== 'SIGKILL') return `:\n${stderr}`
  const need = isRelease
    ? 'A release archive needs 512 MB.'
    : 'The sources need 768 MB; a release archive, which is built already, needs 512 MB.'
  return `, because npm was killed. The memory is probably full.\n${need} Stop other programs, add memory or swap, and run the command again.`
}

function run([script, ...given]) {
  const { envFiles, options } = separateEnvFiles(given)
  const file = ['.mjs', '.ts'].map((ending) => join(root, 'scripts', script + ending)).find(existsSync)
  // Limits the young generation to 32 MB. By default Node grows it to 128 MB and never returns that memory.
  const flags = script === 'start' ? ['--max-semi-space-size=16'] : []
  const child = spawn(node, [...envFiles, ...flags, file, ...options], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}

/** `--env-file=PATH` works with every command: Node itself reads the settings in that file. */
function separateEnvFiles(given) {
  const paths = given.filter((option) => option.startsWith('--env-file=')).map((option) => option.slice(11))
  const options = given.filter((option) => !option.startsWith('--env-file='))
  // npm changes to the folder of the package, and names the one that the operator is in.
  const envFiles = paths.map((path) => resolve(process.env.INIT_CWD ?? '.', path))
  for (const path of envFiles) {
    try {
      accessSync(path, constants.R_OK)
    } catch (error) {
      stop(`--env-file names ${path}, which cannot be read (${error.code}).`)
    }
  }
  return { envFiles: envFiles.map((path) => `--env-file=${path}`), options }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
