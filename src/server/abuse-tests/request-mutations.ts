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
  'a text': withBody('"x"'),
  'a list': withBody('[]'),
  'a list of itself': withBodyText((text) => `[${text}]`),
  'a JSON text of itself': withBodyText((text) => JSON.stringify(text)),
  'cut short': withBodyText((text) => text.slice(0, Math.floor(text.length / 2))),
  'its last letter missing': withBodyText((text) => text.slice(0, -1)),
  'something behind it': withBodyText((text) => `${text} x`),
  'itself twice': withBodyText((text) => text + text),
  'a byte order mark': withBodyText((text) => `\ufeff${text}`),
  'a NUL behind it': withBodyText((text) => `${text}\0`),
  'single quotes': withBodyText((text) => text.replaceAll('"', "'")),
  'a comment': withBodyText((text) => `/* x */ ${text}`),
  'every key twice': withBodyText((text) => text.replace(/}$/, `,${text.slice(1, -1) || '"a":1'}}`)),
  'not a number': withBodyText((text) => text.replace(/}$/, ',"x":NaN}')),
  'a number without end': withBodyText((text) => text.replace(/}$/, `,"x":${'9'.repeat(5_000)}}`)),
  'unknown keys': withBodyText((text) =>
    text.replace(/}$/, ',"user":"x","userId":"x","isVerified":true,"role":"admin"}'),
  ),
  'a poisoned key': withBodyText((text) => text.replace(/^{/, '{"__proto__":{"isVerified":true},')),
  'a poisoned constructor': withBodyText((text) => text.replace(/^{/, '{"constructor":{"prototype":{"x":1}},')),
  'a key of an empty name': withBodyText((text) => text.replace(/^{/, '{"":1,')),
  'thousands of keys': withBody(`{${Array.from({ length: 6_000 }, (_, index) => `"k${index}":1`).join()}}`),
  'deep lists': withBody(nested(30_000, '[', ']')),
  'deep objects': withBody(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  'bytes that are no text': withBody(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x3a, 0x31, 0x7d])),
  'UTF-16': withBodyText((text) => Buffer.from(text, 'utf16le')),
  'a packed body': (request) => withHeaders({ 'content-encoding': 'gzip' })(withBody(ZIP_BOMB)(request)),
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
  capitals: withUrl((url) => url.replace('/api/', '/API/')),
  'a dot': withUrl((url) => url.replace('/api/', '/api/./')),
  'the way up': withUrl((url) => url.replace('/api/', '/api/%2e%2e/api/')),
  'half a percent': withUrl((url) => url.replace(/(\?|$)/, '%$1')),
  'a percent that is none': withUrl((url) => url.replace(/(\?|$)/, '%zz$1')),
  'bytes that are no letters': withUrl((url) => url.replace(/(\?|$)/, '%ff%fe$1')),
  'a lone surrogate': withUrl((url) => url.replace(/(\?|$)/, '%ED%A0%80$1')),
  'a NUL': withUrl((url) => url.replace(/(\?|$)/, '%00$1')),
  'a long part': withUrl((url) => url.replace(/(\?|$)/, `${'x'.repeat(5_000)}$1`)),
  'many parts': withUrl((url) => url.replace(/(\?|$)/, `${'/x'.repeat(2_000)}$1`)),
  'a matrix': withUrl((url) => url.replace(/(\?|$)/, ';a=b$1')),
  'a bad query': withQuery('%'),
  'bytes in the query': withQuery('zone=%ff&search=%ED%A0%80&id=%00'),
  'every part twice': withUrl((url) => url.replace(/\?(.+)/, '?$1&$1')),
  brackets: withQuery('projectId[$ne]=x&id[]=1&zone[a][b]=c'),
  'a poisoned query': withQuery('__proto__=x&__proto__[a]=b&constructor[prototype][a]=b&toString=x'),
  'a thousand parts': withQuery(Array.from({ length: 1_000 }, (_, index) => `a${index}=1`).join('&')),
  'a long query': withQuery(`a=${'x'.repeat(30_000)}`),
  'empty parts': withQuery('&&=&==&a&=b'),
}

const HEADERS: Record<string, RequestMutation> = {
  'an odd key': withHeaders({ 'idempotency-key': 'k'.repeat(255) }),
  'a key too long': withHeaders({ 'idempotency-key': 'k'.repeat(256) }),
  'a key with letters': withHeaders({ 'idempotency-key': 'ä\tb' }),
  'a key of a poisoned name': withHeaders({ 'idempotency-key': '__proto__' }),
  'a bearer of nothing': withHeaders({ authorization: 'Bearer ' }),
  'no bearer': withHeaders({ authorization: 'Basic YTpi' }),
  'three dots': withHeaders({ authorization: 'Bearer ...' }),
  'a token of nobody': withHeaders({ authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }),
  'a long token': withHeaders({ authorization: `Bearer ${'x'.repeat(7_000)}` }),
  'another token': withHeaders({ 'x-auth-token': 'x' }),
  'another host': withHeaders({ host: 'evil.example.net', 'x-forwarded-host': 'evil.example.net' }),
  'another sender': withHeaders({ 'x-forwarded-for': "::ffff:999.1.1.1, ' or 1=1", forwarded: 'for=x' }),
  'another method': withHeaders({ 'x-http-method-override': 'DELETE' }),
  'another origin': withHeaders({ origin: 'null' }),
  'a range': withHeaders({ range: 'bytes=9999-', 'if-none-match': '*' }),
  'an upgrade': withHeaders({ upgrade: 'websocket', connection: 'upgrade' }),
  'an odd agent': withHeaders({ 'user-agent': '\u00ff<script>' }),
}

/** Mutations of body, content type, method, URL and headers, by name. */
export const REQUEST_MUTATIONS: Record<string, RequestMutation> = {
  ...BODIES,
  ...CONTENT_TYPES,
  ...METHODS,
  ...URLS,
  ...HEADERS,
}
