import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { createSecret, signedHeaders } from './secrets.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
const codeIn = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(GUIDE)![1]!

type Verify = (secret: string, headers: Record<string, string>, body: string, now: number) => boolean

async function loadNodeExample(): Promise<Verify> {
  const file = join(mkdtempSync(join(tmpdir(), 'ritmo-webhooks-')), 'verify.mjs')
  writeFileSync(file, codeIn('js'))
  return ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { isFromRitmo: Verify }).isFromRitmo
}

const PYTHON_CALL = `
import json, sys
secret, headers, body, now = json.load(sys.stdin)
print(is_from_ritmo(secret, headers, body.encode(), now / 1000))`

const verifyInPython: Verify = (...given) =>
  execFileSync('python3', ['-c', codeIn('python') + PYTHON_CALL], { input: JSON.stringify(given) })
    .toString()
    .trim() === 'True'

test.each([
  ['Node', loadNodeExample],
  ['Python', async () => verifyInPython],
])('J30 the example for %s accepts requests of the server, and nothing else', async (_language, load) => {
  const verify = await load()
  const [secret, formerSecret] = [createSecret(), createSecret()]
  const body = '{"type":"tag.created","data":{"name":"Çay ☕"}}'
  const now = Date.parse('2026-03-02T09:00:00Z')
  const headers = signedHeaders([secret, formerSecret], { id: randomUUID(), timestamp: now / 1_000, body })
  expect(verify(secret, headers, body, now)).toBe(true)
  expect(verify(formerSecret, headers, body, now)).toBe(true)
  expect(verify(createSecret(), headers, body, now)).toBe(false)
  expect(verify(secret, headers, `${body} `, now)).toBe(false)
  expect(verify(secret, { ...headers, 'webhook-id': 'x' }, body, now)).toBe(false)
  expect(verify(secret, headers, body, now + 600_000)).toBe(false)
})
