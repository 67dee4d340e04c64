import { createHash, createHmac } from 'node:crypto'

export interface S3Credentials {
  region: string
  keyId: string
  secret: string
}

interface S3Request {
  method: string
  url: URL
  /** The header `host` is added. */
  headers: Record<string, string>
  /** The SHA-256 of the body in hex. */
  payloadHash: string
  at: Date
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
export const EMPTY_HASH = createHash('sha256').digest('hex')

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Returns the headers of a request with its signature, as AWS Signature Version 4 defines it for S3. */
export function signRequest(request: S3Request, { region, keyId, secret }: S3Credentials): Record<string, string> {
  const { method, url, payloadHash, at } = request
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).toSorted()
  const canonical = [
    method,
    url.pathname,
    toCanonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    payloadHash,
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const key = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`)
  const signature = hmac(key, [ALGORITHM, time, scope, hash].join('\n')).toString('hex')
  const authorization = `${ALGORITHM} Credential=${keyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...headers, authorization }
}

const toCanonicalQuery = (query: URLSearchParams) =>
  [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')

/** Encodes all but the unreserved characters of RFC 3986, which `encodeURIComponent` does not. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
