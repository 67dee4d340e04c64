import { gzipSync } from 'node:zlib'
import type { Request } from './site.ts'

type Twist = (request: Request) => Request

const headers =
  (given: Record<string, string>): Twist =>
  (request) => ({ ...request, headers: { ...request.headers, ...given } })

const typed =
  (type: string): Twist =>
  (request) => ({ payload: '{}', ...headers({ 'content-type': type })(request) })

/** Another body, sent as JSON; a file is sent as it is. */
const body =
  (payload: string | Buffer): Twist =>
  (request) => ({ ...headers({ 'content-type': 'application/json' })(request), payload })

/** The body that would be right, changed as text. */
const rewritten =
  (change: (text: string) => string | Buffer): Twist =>
  (request) =>
    body(change(String(request.payload ?? '{}')))(request)

const method =
  (method: Request['method']): Twist =>
  (request) => ({ ...request, method })

const address =
  (change: (url: string) => string): Twist =>
  (request) => ({ ...request, url: change(request.url) })

/** Parts of a query that nobody asked for. */
const asking = (query: string) => address((url) => `${url}${url.includes('?') ? '&' : '?'}${query}`)

const MEGABYTE = 1024 * 1024
/** A thousand times as much as it looks. */
const PACKED = gzipSync(Buffer.alloc(10 * MEGABYTE))
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

const BODIES: Record<string, Twist> = {
  'no body': body(''),
  null: body('null'),
  'a number': body('7'),
  'a text': body('"x"'),
  'a list': body('[]'),
  'a list of itself': rewritten((text) => `[${text}]`),
  'a JSON text of itself': rewritten((text) => JSON.stringify(text)),
  'cut short': rewritten((text) => text.slice(0, Math.floor(text.length / 2))),
  'its last letter missing': rewritten((text) => text.slice(0, -1)),
  'something behind it': rewritten((text) => `${text} x`),
  'itself twice': rewritten((text) => text + text),
  'a byte order mark': rewritten((text) => `\ufeff${text}`),
  'a NUL behind it': rewritten((text) => `${text}\0`),
  'single quotes': rewritten((text) => text.replaceAll('"', "'")),
  'a comment': rewritten((text) => `/* x */ ${text}`),
  'every key twice': rewritten((text) => text.replace(/}$/, `,${text.slice(1, -1) || '"a":1'}}`)),
  'not a number': rewritten((text) => text.replace(/}$/, ',"x":NaN}')),
  'a number without end': rewritten((text) => text.replace(/}$/, `,"x":${'9'.repeat(5_000)}}`)),
  'unknown keys': rewritten((text) => text.replace(/}$/, ',"user":"x","userId":"x","isVerified":true,"role":"admin"}')),
  'a poisoned key': rewritten((text) => text.replace(/^{/, '{"__proto__":{"isVerified":true},')),
  'a poisoned constructor': rewritten((text) => text.replace(/^{/, '{"constructor":{"prototype":{"x":1}},')),
  'a key of an empty name': rewritten((text) => text.replace(/^{/, '{"":1,')),
  'thousands of keys': body(`{${Array.from({ length: 6_000 }, (_, index) => `"k${index}":1`).join()}}`),
  'deep lists': body(nested(30_000, '[', ']')),
  'deep objects': body(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  'bytes that are no text': body(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x3a, 0x31, 0x7d])),
  'UTF-16': rewritten((text) => Buffer.from(text, 'utf16le')),
  'a packed body': (request) => headers({ 'content-encoding': 'gzip' })(body(PACKED)(request)),
  '65,537 bytes': body(`"${'x'.repeat(65_535)}"`),
  'a megabyte': body(Buffer.alloc(MEGABYTE, 'x')),
  'ten megabytes': body(Buffer.alloc(10 * MEGABYTE, '[')),
}

const TYPES = Object.fromEntries(
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
  ].map((type) => [`content type ${type.slice(0, 40)}`, typed(type)]),
)

const METHODS = Object.fromEntries(
  (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const).map((name) => [
    `method ${name}`,
    method(name),
  ]),
)

const ADDRESSES: Record<string, Twist> = {
  'a slash at the end': address((url) => url.replace(/(\?|$)/, '/$1')),
  'two slashes': address((url) => url.replace('/api/', '/api//')),
  capitals: address((url) => url.replace('/api/', '/API/')),
  'a dot': address((url) => url.replace('/api/', '/api/./')),
  'the way up': address((url) => url.replace('/api/', '/api/%2e%2e/api/')),
  'half a percent': address((url) => url.replace(/(\?|$)/, '%$1')),
  'a percent that is none': address((url) => url.replace(/(\?|$)/, '%zz$1')),
  'bytes that are no letters': address((url) => url.replace(/(\?|$)/, '%ff%fe$1')),
  'a lone surrogate': address((url) => url.replace(/(\?|$)/, '%ED%A0%80$1')),
  'a NUL': address((url) => url.replace(/(\?|$)/, '%00$1')),
  'a long part': address((url) => url.replace(/(\?|$)/, `${'x'.repeat(5_000)}$1`)),
  'many parts': address((url) => url.replace(/(\?|$)/, `${'/x'.repeat(2_000)}$1`)),
  'a matrix': address((url) => url.replace(/(\?|$)/, ';a=b$1')),
  'a bad query': asking('%'),
  'bytes in the query': asking('zone=%ff&search=%ED%A0%80&id=%00'),
  'every part twice': address((url) => url.replace(/\?(.+)/, '?$1&$1')),
  brackets: asking('projectId[$ne]=x&id[]=1&zone[a][b]=c'),
  'a poisoned query': asking('__proto__=x&__proto__[a]=b&constructor[prototype][a]=b&toString=x'),
  'a thousand parts': asking(Array.from({ length: 1_000 }, (_, index) => `a${index}=1`).join('&')),
  'a long query': asking(`a=${'x'.repeat(30_000)}`),
  'empty parts': asking('&&=&==&a&=b'),
}

const HEADERS: Record<string, Twist> = {
  'an odd key': headers({ 'idempotency-key': 'k'.repeat(255) }),
  'a key too long': headers({ 'idempotency-key': 'k'.repeat(256) }),
  'a key with letters': headers({ 'idempotency-key': 'ä\tb' }),
  'a key of a poisoned name': headers({ 'idempotency-key': '__proto__' }),
  'a bearer of nothing': headers({ authorization: 'Bearer ' }),
  'no bearer': headers({ authorization: 'Basic YTpi' }),
  'three dots': headers({ authorization: 'Bearer ...' }),
  'a token of nobody': headers({ authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }),
  'a long token': headers({ authorization: `Bearer ${'x'.repeat(7_000)}` }),
  'another token': headers({ 'x-auth-token': 'x' }),
  'another host': headers({ host: 'evil.example.net', 'x-forwarded-host': 'evil.example.net' }),
  'another sender': headers({ 'x-forwarded-for': "::ffff:999.1.1.1, ' or 1=1", forwarded: 'for=x' }),
  'another method': headers({ 'x-http-method-override': 'DELETE' }),
  'another origin': headers({ origin: 'null' }),
  'a range': headers({ range: 'bytes=9999-', 'if-none-match': '*' }),
  'an upgrade': headers({ upgrade: 'websocket', connection: 'upgrade' }),
  'an odd agent': headers({ 'user-agent': '\u00ff<script>' }),
}

/** What can be wrong with a request around that which it says, by name. */
export const TWISTS: Record<string, Twist> = { ...BODIES, ...TYPES, ...METHODS, ...ADDRESSES, ...HEADERS }
