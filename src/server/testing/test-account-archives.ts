import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { expect } from 'vitest'
import type { RestoreOutcome, RestorePreview } from '#contract/files/archive.ts'
import { bytesInMemory, openZip } from '#server/zip/read-zip.ts'
import { zip } from '#server/zip/write-zip.ts'
import type { signUp } from './sign-up.ts'
import { testApp } from './test-app.ts'

type User = Awaited<ReturnType<typeof signUp>>
type Files = Map<string, string>

/** Users who download and restore archives. */
export async function testArchives(environment: Record<string, string> = {}, opened?: Parameters<typeof testApp>[2]) {
  const parts = await testApp({ DATA_DIR: tmpdir(), ...environment }, 'nowhere', opened)
  const { app } = parts
  const send = (user: User, path: string, payload: Buffer | string) =>
    app.inject({
      method: 'POST',
      url: `/api${path}`,
      payload,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/zip' },
    })
  const query = (choices: Record<string, string>) => new URLSearchParams(choices).toString()
  const requestPreview = (user: User, archive: Buffer | string, choices = {}) =>
    send(user, `/archive/preview?${query(choices)}`, archive)
  const requestRestore = (user: User, archive: Buffer | string, choices = {}) =>
    send(user, `/archive/restore?${query(choices)}`, archive)
  return {
    ...parts,
    requestPreview,
    requestRestore,
    async download(user: User) {
      const reply = await user.post('/archive', { password: 'Correct horse 1' })
      expect(reply.statusCode, reply.body.slice(0, 500)).toBe(200)
      return reply.rawPayload
    },
    async preview(user: User, archive: Buffer, choices = {}): Promise<RestorePreview> {
      const reply = await requestPreview(user, archive, choices)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().data
    },
    async restore(user: User, archive: Buffer, choices = {}): Promise<RestoreOutcome> {
      const reply = await requestRestore(user, archive, choices)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().data
    },
  }
}

/** The files of an archive by name. */
export async function readArchiveFiles(archive: Buffer): Promise<Files> {
  const files: Files = new Map()
  const limits = { maxFiles: 100, maxPlainBytes: 1_000_000_000 }
  for (const file of (await openZip(bytesInMemory(archive), limits)).values()) {
    const parts: Buffer[] = []
    for await (const part of file.read()) parts.push(part)
    files.set(file.name, Buffer.concat(parts).toString())
  }
  return files
}

export async function writeArchiveFiles(files: Files) {
  async function* all() {
    for (const [name, content] of files) yield { name, content: [content] }
  }
  const parts: Uint8Array[] = []
  for await (const part of zip(all())) parts.push(part)
  return Buffer.concat(parts)
}

/** Changes files of an archive. The checksums are made anew, as by somebody who wants to deceive the server. */
export async function editArchive(archive: Buffer, edit: (files: Files) => void) {
  const files = await readArchiveFiles(archive)
  edit(files)
  const manifest = JSON.parse(files.get('archive.json')!) as {
    files: { name: string; lines: number; sha256: string }[]
  }
  for (const file of manifest.files) {
    const content = files.get(file.name) ?? ''
    file.lines = content.split('\n').length - 1
    file.sha256 = createHash('sha256').update(content).digest('hex')
  }
  files.set('archive.json', JSON.stringify(manifest))
  return writeArchiveFiles(files)
}

/** What a restored account must have in common with the first one: everything but the address and the times of accounts. */
export async function comparableFiles(archive: Buffer) {
  const {
    'archive.json': _manifest,
    'securityEvents.jsonl': _events,
    ...files
  } = Object.fromEntries(await readArchiveFiles(archive))
  const profile = JSON.parse(files['profile.jsonl']!) as object
  return { ...files, 'profile.jsonl': { ...profile, email: '', createdAt: '' } }
}
