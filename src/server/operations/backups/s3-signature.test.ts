import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { EMPTY_HASH, signRequest } from './s3-signature.ts'

/** The examples of "Authenticating Requests: Using the Authorization Header" in the reference of Amazon S3. */
const CREDENTIALS = {
  region: 'us-east-1',
  keyId: ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
  secret: ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYEXAMPLEKEY'].join('/'),
}
const BUCKET = 'https://examplebucket.s3.amazonaws.com'
const AT = new Date('2013-05-24T00:00:00Z')
const PUT = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
const PUT_HASH = createHash('sha256').update('Welcome to Amazon S3.').digest('hex')

// prettier-ignore
test.each<[what: string, method: string, path: string, headers: Record<string, string>, hash: string, signature: string]>([
  ['GET of an object', 'GET', '/test.txt',              { range: 'bytes=0-9' }, EMPTY_HASH, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  ['PUT of an object', 'PUT', '/test%24file.text',      PUT,                    PUT_HASH,   '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd'],
  ['GET of a setting', 'GET', '/?lifecycle',            {},                     EMPTY_HASH, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['GET of a list',    'GET', '/?max-keys=2&prefix=J',  {},                     EMPTY_HASH, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('O57 a %s has the signature that Amazon publishes for it', (_what, method, path, headers, payloadHash, signature) => {
  const signed = signRequest({ method, url: new URL(path, BUCKET), headers, payloadHash, at: AT }, CREDENTIALS)
  expect(signed['authorization']).toContain(`Signature=${signature}`)
})
