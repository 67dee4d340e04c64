import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { MAX_IMPORT_BYTES } from '#contract/imports.ts'
import { Refusal } from '#server/errors.ts'

export interface Upload {
  bytes: Buffer
  /** SHA-256 of the content. */
  hash: string
}

/** Reads the body of a request. Called after authentication, so that only users can make the server buffer files. */
export function receiveUpload({ body, headers }: FastifyRequest): Promise<Upload> {
  if (!(body instanceof Readable)) throw new Refusal('invalid', 'importEmpty')
  if (Number(headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw new Refusal('too-large', 'importTooLarge')
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const hash = createHash('sha256')
    let size = 0
    body.on('data', (part: Buffer) => {
      size += part.length
      if (size > MAX_IMPORT_BYTES) {
        // The server reads and drops the rest, because a client that is still sending does not read the reply.
        parts.length = 0
        return reject(new Refusal('too-large', 'importTooLarge'))
      }
      parts.push(part)
      hash.update(part)
    })
    body.on('end', () => resolve({ bytes: Buffer.concat(parts), hash: hash.digest('base64url') }))
    body.on('error', () => reject(new Refusal('invalid', 'malformedRequest')))
    body.on('close', () => reject(new Refusal('invalid', 'malformedRequest')))
  })
}
