import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError, type BackupConfig } from '#server/config.ts'
import { summarizeError } from '#server/db/error-classification.ts'
import { EMPTY_HASH, signRequest } from './s3-signature.ts'

type S3Config = NonNullable<BackupConfig['s3']>
export type S3Storage = ReturnType<typeof createS3Storage>

/** Amazon and most others accept no more in one request. */
const MAX_BYTES = 5 * 1024 ** 3
const SILENCE_MS = 60_000
const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 1_000

interface S3Call {
  method: 'GET' | 'PUT' | 'DELETE'
  /** The name of the object after the prefix; undefined for the bucket itself. */
  name?: string
  query?: Record<string, string>
  body?: { file: string; bytes: number; sha256: string }
}

/**
 * A bucket of an S3-compatible storage, addressed by its path, or the objects in it whose names begin with the prefix of
 * the site. An object is there only once it is complete.
 */
export function createS3Storage(config: S3Config) {
  const { prefix } = config
  const location = `${config.url}/${config.bucket}/${prefix}`.slice(0, -1)

  /** Throws a sentence for the operator unless the storage accepts the request. */
  async function call(options: S3Call): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await send(config, options).catch((error: Error) => error)
      if (!(outcome instanceof Error) && isSuccess(outcome)) return outcome
      const problem = outcome instanceof Error ? summarizeError(outcome) : await describeRefusal(outcome)
      const isLasting = !(outcome instanceof Error) && (outcome.statusCode ?? 0) < 500
      if (isLasting || attempt === MAX_ATTEMPTS)
        throw new StartError(`The storage for backups (${location}) cannot be used: ${problem}.`)
      await sleep(RETRY_DELAY_MS * attempt)
    }
  }

  const list = async (token?: string): Promise<string[]> => {
    const page = token !== undefined && { 'continuation-token': token }
    const query = { 'list-type': '2', prefix: `${prefix}ritmo-`, ...page }
    const answer = await text(await call({ method: 'GET', query }))
    const keys = [...answer.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
    const names = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    const next = /<NextContinuationToken>([^<]+)</.exec(answer)?.[1]
    return next === undefined ? names : [...names, ...(await list(decodeEntities(next)))]
  }

  return {
    location,
    /** The names of all backups, without the prefix. */
    list: () => list(),
    async delete(name: string) {
      ;(await call({ method: 'DELETE', name })).resume()
    },
    async download(name: string, file: string) {
      const answer = await call({ method: 'GET', name })
      await pipeline(answer, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    },
    /** Uploads a file and reads it back. */
    async upload(file: string, name: string) {
      const { bytes, sha256 } = await hashStream(createReadStream(file))
      if (bytes > MAX_BYTES) throw new StartError(`${file} is larger than 5 GB, the limit of S3 for one upload.`)
      ;(await call({ method: 'PUT', name, body: { file, bytes, sha256 } })).resume()
      const stored = await hashStream(await call({ method: 'GET', name }))
      if (stored.sha256 === sha256) return
      await this.delete(name)
      throw new StartError(`${name} could not be read back from ${location} as it was sent.`)
    },
  }
}

const isSuccess = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300

async function describeRefusal(answer: IncomingMessage) {
  const body = await text(answer).catch(() => '')
  const [code, message] = ['Code', 'Message'].map((name) => new RegExp(`<${name}>([^<]*)<`).exec(body)?.[1])
  const reason = [code, message && decodeEntities(message).replace(/\.+$/, '')].filter(Boolean).join(', ')
  return `it answered ${answer.statusCode}${reason && ` (${reason})`}`
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (xml: string) => xml.replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

async function hashStream(stream: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

function send(config: S3Config, { method, name, query = {}, body }: S3Call) {
  const path = name === undefined ? '' : `/${`${config.prefix}${name}`.split('/').map(encodeURIComponent).join('/')}`
  const url = new URL(`${config.url}/${config.bucket}${path}`)
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  const unsigned = { method, url, headers: {}, payloadHash: body?.sha256 ?? EMPTY_HASH, at: new Date() }
  const signed = signRequest(unsigned, config)
  const headers = body === undefined ? signed : { ...signed, 'content-length': body.bytes }
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      headers,
      timeout: SILENCE_MS,
    })
    request.on('timeout', () => request.destroy(new Error('it does not answer')))
    request.on('error', reject)
    request.on('response', resolve)
    if (body === undefined) request.end()
    else pipeline(createReadStream(body.file), request).catch(reject)
  })
}
