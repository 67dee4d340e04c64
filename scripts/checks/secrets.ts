import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run.ts'

const OUR_FILES = ['*', '.*', '{bench,deploy,docs,drills,e2e,scripts,src}/**']
const BINARY_FILES = /\.(png|jpg|svg|woff2?|ico|db)$/

/** Recognizes secrets by their format. */
const SECRET_PATTERNS: Record<string, RegExp> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*\w/,
  'a session token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/,
  'a key of a cloud service':
    /\b(?:AKIA[0-9A-Z]{16}|AIza[\w-]{35}|gh[pousr]_\w{36}|xox[abpr]-[\w-]{10,}|sk_live_\w{16,}|npm_\w{36})\b/,
  'an access token': /\britmo_[0-9A-Za-z]{49}\b/,
  'the password of a service':
    /\b(?:postgres(?:ql)?|rediss?|smtps?):\/\/[^\s:/@'"`]+:(?!(?:hidden|p|password|secret)@|\$|<)[^\s/@'"`]{4,}@/,
  'a key in base64 or hex':
    /\b(?:secret|password|token|key)['"]?\s*[:=]\s*['"](?=[^'"]*\d)(?=[^'"]*[A-Za-z])[\w+/=-]{32,}['"]/i,
}

/** Checks that no file of the repository holds a secret. */
export function checkSecrets() {
  const files = globSync(OUR_FILES, { cwd: ROOT, exclude: ['**/node_modules'] }).filter(
    (file) => !BINARY_FILES.test(file) && statSync(join(ROOT, file)).isFile(),
  )
  const found = files.flatMap((file) =>
    findSecrets(readFileSync(join(ROOT, file), 'utf8')).map((what) => `${file}: ${what}`),
  )
  return { ok: found.length === 0, output: found.join('\n') }
}

export const findSecrets = (text: string) =>
  Object.keys(SECRET_PATTERNS).filter((what) => SECRET_PATTERNS[what]!.test(text))
