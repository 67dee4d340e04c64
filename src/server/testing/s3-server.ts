import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error -- The package has no types.
import S3rver from '@20minutes/s3rver'

interface Server {
  run: () => Promise<{ port: number }>
  close: () => Promise<void>
  httpServer: { closeAllConnections: () => void }
}

const ServerClass = S3rver as new (options: object) => Server

/** The only credentials that the server accepts. */
const CREDENTIALS = { keyId: 'S3RVER', secret: 'S3RVER' }

/** A real S3 server on loopback with one bucket. It checks the signature of every request. */
export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'ritmo-s3-'))
  const server = new ServerClass({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: false,
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const { port } = await server.run()
  const s3 = { url: `http://127.0.0.1:${port}`, bucket: 'backups', prefix: '', region: 'us-east-1', ...CREDENTIALS }
  return {
    s3,
    /** The settings that point to it. */
    settings: {
      BACKUP_S3_URL: s3.url,
      BACKUP_S3_BUCKET: s3.bucket,
      BACKUP_S3_KEY_ID: s3.keyId,
      BACKUP_S3_SECRET: s3.secret,
    },
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
