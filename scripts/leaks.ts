import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.ts'

const OURS = ['*', '.*', '{bench,deploy,docs,drills,e2e,scripts,src}/**']
const NO_TEXT = /\.(png|jpg|svg|woff2?|ico|db)$/

/** What opens something somewhere, by how it looks. */
const SECRETS: Record<string, RegExp> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*\w/,
  'a session': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/,
  'a key of a cloud':
    /\b(?:AKIA[0-9A-Z]{16}|AIza[\w-]{35}|gh[pousr]_\w{36}|xox[abpr]-[\w-]{10,}|sk_live_\w{16,}|npm_\w{36})\b/,
  'the password of a service':
    /\b(?:postgres(?:ql)?|rediss?|smtps?):\/\/[^\s:/@'"`]+:(?!(?:hidden|p|password|secret)@|\$|<)[^\s/@'"`]{4,}@/,
  'a key in base64 or hex':
    /\b(?:secret|password|token|key)['"]?\s*[:=]\s*['"](?=[^'"]*\d)(?=[^'"]*[A-Za-z])[\w+/=-]{32,}['"]/i,
}

/** Nothing that lies in the repository opens anything. */
export function checkLeaks() {
  const files = globSync(OURS, { cwd: ROOT, exclude: ['**/node_modules'] }).filter(
    (file) => !NO_TEXT.test(file) && statSync(join(ROOT, file)).isFile(),
  )
  const found = files.flatMap((file) =>
    leaksIn(readFileSync(join(ROOT, file), 'utf8')).map((what) => `${file}: ${what}`),
  )
  return { ok: found.length === 0, output: found.join('\n') }
}

export const leaksIn = (text: string) => Object.keys(SECRETS).filter((what) => SECRETS[what]!.test(text))
