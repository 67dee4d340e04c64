import { gzipSync } from 'node:zlib'
import type { Request } from './test-server.ts'

type RequestMutation = (request: Request) => Request

const withHeaders =
  (given: Record<string, string>): RequestMutation =>
  (request) => ({ ...request, headers: { ...request.headers, ...given } })

const withContentType =
  (type: string): RequestMutation =>
  (request) => ({ payload: '{}', ...withHeaders({ 'content-type': type })(request) })

const withBody =
  (payload: string | Buffer): RequestMutation =>
  (request) => ({ ...withHeaders({ 'content-type': 'application/json' })(request), payload })

/** Changes the text of the valid body. */
const withBodyText =
  (change: (text: string) => string | Buffer): RequestMutation =>
  (request) =>
    withBody(change(String(request.payload ?? '{}')))(request)

const withMethod =
  (method: Request['method']): RequestMutation =>
  (request) => ({ ...request, method })

const withUrl =
  (change: (url: string) => string): RequestMutation =>
  (request) => ({ ...request, url: change(request.url) })

const withQuery = (query: string) => withUrl((url) => `${url}${url.includes('?') ? '&' : '?'}${query}`)

const MEGABYTE = 1024 * 1024
/** Unpacks to a thousand times its size. */
const ZIP_BOMB = gzipSync(Buffer.alloc(10 * MEGABYTE))
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

const BODIES: Record<string, RequestMutation> = {
  'no body': withBody(''),
  null: withBody('null'),
  'a number': withBody('7'),
  'a string': withBody('"x"'),
  'an array': withBody('[]'),
  'itself in an array': withBodyText((text) => `[${text}]`),
  'itself as a JSON string': withBodyText((text) => JSON.stringify(text)),
  'the first half': withBodyText((text) => text.slice(0, Math.floor(text.length / 2))),
  'without its last character': withBodyText((text) => text.slice(0, -1)),
  'text after it': withBodyText((text) => `${text} x`),
  'itself twice': withBodyText((text) => text + text),
  'a byte order mark': withBodyText((text) => `\ufeff${text}`),
  'a NUL after it': withBodyText((text) => `${text}\0`),
  'single quotes': withBodyText((text) => text.replaceAll('"', "'")),
  'a comment': withBodyText((text) => `/* x */ ${text}`),
  'every key twice': withBodyText((text) => text.replace(/}$/, `,${text.slice(1, -1) || '"a":1'}}`)),
  NaN: withBodyText((text) => text.replace(/}$/, ',"x":NaN}')),
  'a number of 5,000 digits': withBodyText((text) => text.replace(/}$/, `,"x":${'9'.repeat(5_000)}}`)),
  'unknown keys': withBodyText((text) =>
    text.replace(/}$/, ',"user":"x","userId":"x","isVerified":true,"role":"admin"}'),
  ),
  'a __proto__ key': withBodyText((text) => text.replace(/^{/, '{"__proto__":{"isVerified":true},')),
  'a constructor key': withBodyText((text) => text.replace(/^{/, '{"constructor":{"prototype":{"x":1}},')),
  'an empty key': withBodyText((text) => text.replace(/^{/, '{"":1,')),
  'thousands of keys': withBody(`{${Array.from({ length: 6_000 }, (_, index) => `"k${index}":1`).join()}}`),
  'deeply nested arrays': withBody(nested(30_000, '[', ']')),
  'deeply nested objects': withBody(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  'invalid UTF-8': withBody(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x3a, 0x31, 0x7d])),
  'UTF-16': withBodyText((text) => Buffer.from(text, 'utf16le')),
  'a zip bomb': (request) => withHeaders({ 'content-encoding': 'gzip' })(withBody(ZIP_BOMB)(request)),
  '65,537 bytes': withBody(`"${'x'.repeat(65_535)}"`),
  'a megabyte': withBody(Buffer.alloc(MEGABYTE, 'x')),
  'ten megabytes': withBody(Buffer.alloc(10 * MEGABYTE, '[')),
}

const CONTENT_TYPES = Object.fromEntries(
  [
    'text/plain',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json;charset="',
    'application/jsonp',
    'application/problem+json',
    'application/octet-stream',
    'json',
    '/',
    ';',
    '*/*',
    'x'.repeat(1_000),
  ].map((type) => [`content type ${type.slice(0, 40)}`, withContentType(type)]),
)

const METHODS = Object.fromEntries(
  (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const).map((name) => [
    `method ${name}`,
    withMethod(name),
  ]),
)

const URLS: Record<string, RequestMutation> = {
  'a slash at the end': withUrl((url) => url.replace(/(\?|$)/, '/$1')),
  'two slashes': withUrl((url) => url.replace('/api/', '/api//')),
  'upper case': withUrl((url) => url.replace('/api/', '/API/')),
  'a dot': withUrl((url) => url.replace('/api/', '/api/./')),
  'a path traversal': withUrl((url) => url.replace('/api/', '/api/%2e%2e/api/')),
  'a lone percent sign': withUrl((url) => url.replace(/(\?|$)/, '%$1')),
  'an invalid percent escape': withUrl((url) => url.replace(/(\?|$)/, '%zz$1')),
  'invalid UTF-8 in the path': withUrl((url) => url.replace(/(\?|$)/, '%ff%fe$1')),
  'a lone surrogate': withUrl((url) => url.replace(/(\?|$)/, '%ED%A0%80$1')),
  'a NUL': withUrl((url) => url.replace(/(\?|$)/, '%00$1')),
  'a long path segment': withUrl((url) => url.replace(/(\?|$)/, `${'x'.repeat(5_000)}$1`)),
  'many path segments': withUrl((url) => url.replace(/(\?|$)/, `${'/x'.repeat(2_000)}$1`)),
  'a matrix parameter': withUrl((url) => url.replace(/(\?|$)/, ';a=b$1')),
  'a lone percent sign in the query': withQuery('%'),
  'invalid UTF-8 in the query': withQuery('zone=%ff&search=%ED%A0%80&id=%00'),
  'every parameter twice': withUrl((url) => url.replace(/\?(.+)/, '?$1&$1')),
  brackets: withQuery('projectId[$ne]=x&id[]=1&zone[a][b]=c'),
  '__proto__ in the query': withQuery('__proto__=x&__proto__[a]=b&constructor[prototype][a]=b&toString=x'),
  'a thousand parameters': withQuery(Array.from({ length: 1_000 }, (_, index) => `a${index}=1`).join('&')),
  'a long query': withQuery(`a=${'x'.repeat(30_000)}`),
  'empty parameters': withQuery('&&=&==&a&=b'),
}

const HEADERS: Record<string, RequestMutation> = {
  'the longest idempotency key': withHeaders({ 'idempotency-key': 'k'.repeat(255) }),
  'an idempotency key that is too long': withHeaders({ 'idempotency-key': 'k'.repeat(256) }),
  'an idempotency key with control characters': withHeaders({ 'idempotency-key': 'ä\tb' }),
  'the idempotency key __proto__': withHeaders({ 'idempotency-key': '__proto__' }),
  'an empty bearer token': withHeaders({ authorization: 'Bearer ' }),
  'basic authentication': withHeaders({ authorization: 'Basic YTpi' }),
  'a token of dots': withHeaders({ authorization: 'Bearer ...' }),
  'an unsigned token': withHeaders({ authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }),
  'a long token': withHeaders({ authorization: `Bearer ${'x'.repeat(7_000)}` }),
  'a token in another header': withHeaders({ 'x-auth-token': 'x' }),
  'another host': withHeaders({ host: 'evil.example.net', 'x-forwarded-host': 'evil.example.net' }),
  'a forged client address': withHeaders({ 'x-forwarded-for': "::ffff:999.1.1.1, ' or 1=1", forwarded: 'for=x' }),
  'a method override': withHeaders({ 'x-http-method-override': 'DELETE' }),
  'the origin null': withHeaders({ origin: 'null' }),
  'a range': withHeaders({ range: 'bytes=9999-', 'if-none-match': '*' }),
  'an upgrade': withHeaders({ upgrade: 'websocket', connection: 'upgrade' }),
  'a user agent with markup': withHeaders({ 'user-agent': '\u00ff<script>' }),
}

/** Mutations of body, content type, method, URL and headers, by name. */
export const REQUEST_MUTATIONS: Record<string, RequestMutation> = {
  ...BODIES,
  ...CONTENT_TYPES,
  ...METHODS,
  ...URLS,
  ...HEADERS,
}
