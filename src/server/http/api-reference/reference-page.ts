import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { describeSchema, type FieldSchema } from './describe-schema.ts'
import type { Example } from './examples/example-types.ts'
import { exampleOf } from './examples/examples.ts'
import { jsonSchema } from './json-schema.ts'
import { describeTogether, GENERAL_RULES, maxBodyKib, needsBody, openApiDocument } from './openapi.ts'
import { NAMES, SHAPE_NAMES, shapeSchemas } from './shapes.ts'

/** Pages of the documentation for authors of other clients. */
const GUIDES = ['api.md', 'realtime.md']
const GUIDE_FOLDER = join(import.meta.dirname, '../../../../docs')

/** Serves the API reference: `/api/openapi.json` for programs, `/api/docs` for people. */
export function serveApiReference(app: FastifyInstance, publicUrl: string, version: string) {
  // Both are rendered on first request: together they take longer than the rest of the start.
  let document: ReturnType<typeof openApiDocument> | undefined
  let page: string | undefined
  app.get('/openapi.json', async () => (document ??= openApiDocument(publicUrl, version)))
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send((page ??= render(version))))
  app.get('/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
  for (const guide of GUIDES)
    app.get(`/docs/${guide}`, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(await readFile(join(GUIDE_FOLDER, guide), 'utf8')),
    )
}

const render = (version: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ritmo API</title><link rel="stylesheet" href="docs.css">
<header><h1>Ritmo API</h1><p>Version ${escape(version)}. The same as <a href="openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Resources"><ul>${[...Object.keys(api), 'shapes']
  .map((name) => `<li><a href="#${name}">${name}</a></li>`)
  .join('')}</ul></nav>
<main>
<p>Paths begin with <code>/api</code>. ${escape(GENERAL_RULES.join(' '))} The token is sent as <code>Authorization: Bearer …</code>;
calls marked <em>public</em> need none, and each of the others names the scopes with which an access token may call it. Success is <code>{"ok": true, "data": …}</code>; failure is an ${link('Error')} with sentences in
the language that <code>Accept-Language</code> asks for.
The rules that all calls share are explained in <a href="docs/api.md">api.md</a>, the timer's events over a socket in
<a href="docs/realtime.md">realtime.md</a>.</p>
${Object.entries(api).map(section).join('\n')}
<section id="shapes"><h2>Shapes</h2>${Object.entries(shapeSchemas()).map(shape).join('')}</section>
</main>
</html>`

const section = ([resource, endpoints]: [string, Record<string, Endpoint>]) => {
  const articles = Object.entries(endpoints).map(([name, endpoint]) => article(endpoint, exampleOf(resource, name)))
  return `<section id="${resource}"><h2>${resource}</h2>${articles.join('')}</section>`
}

const article = (endpoint: Endpoint, example: Example) => `<article>
<h3><b>${endpoint.method}</b> <code>${escape(endpoint.path)}</code> <em>${accessTo(endpoint)}</em></h3>
<p>${escape([endpoint.summary, describeTogether(endpoint.params, endpoint.query, endpoint.body)].filter(Boolean).join('. '))}</p>
${input('In the path', endpoint.params)}${input('In the query', endpoint.query)}${input(bodyTitle(endpoint), endpoint.body)}${upload(endpoint)}
<p>Replies with ${endpoint.creates ? 201 : 200}: ${reply(endpoint)}</p>
<details><summary>Example</summary>${exampleOfRequest(endpoint, example)}${exampleOfReply(endpoint, example)}</details>
</article>`

/** Who may call it: everybody, the holder of an access token with one of these scopes, or login sessions only. */
const accessTo = ({ public: isPublic, scopes }: Endpoint) =>
  isPublic ? 'public' : (scopes?.map((scope) => `<code>${scope}</code>`).join(' or ') ?? 'login sessions only')

const bodyTitle = (endpoint: Endpoint) =>
  `In the body${needsBody(endpoint) ? '' : ', which may be missing'}${endpoint.maxBodyBytes ? `, at most ${maxBodyKib(endpoint)} KiB` : ''}`

const upload = ({ upload }: Endpoint) => (upload ? `<p>The body is a file: ${escape(upload.join(', '))}</p>` : '')

const reply = ({ file, reply }: Endpoint) =>
  file ? `a file, ${escape(file.join(', '))}` : describe(jsonSchema(reply, 'output', NAMES.output))

function exampleOfRequest({ method, path }: Endpoint, { params = {}, query = {}, body, file }: Example) {
  const filledPath = path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]))
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const address = `${method} /api${filledPath}${search.length > 0 ? `?${search.join('&')}` : ''}`
  const content = file ?? (body === undefined ? '' : JSON.stringify(body, null, 2))
  return `<pre>${escape([address, content].filter(Boolean).join('\n\n'))}</pre>`
}

const exampleOfReply = ({ file }: Endpoint, { reply }: Example) =>
  `<pre>${escape(file ? String(reply) : JSON.stringify({ ok: true, data: reply }, null, 2))}</pre>`

const input = (title: string, schema: z.core.$ZodType | undefined) =>
  schema === undefined ? '' : fields(title, jsonSchema(schema, 'input', NAMES.input))

function fields(title: string, { properties = {}, required = [] }: FieldSchema) {
  const rows = Object.entries(properties).map(([name, field]) => {
    const presence = required.includes(name) ? 'required' : 'optional'
    return `<tr><th scope="row"><code>${escape(name)}</code></th><td>${presence}</td><td>${describe(field)}</td></tr>`
  })
  return `<table><caption>${title}</caption>${rows.join('')}</table>`
}

const shape = ([name, schema]: [string, FieldSchema]) =>
  `<article id="shape-${name}"><h3>${name}</h3>${schema.properties ? fields('', schema) : variants(schema)}</article>`

const variants = (schema: FieldSchema) =>
  schema.oneOf
    ? `<p>One of:</p><ul>${schema.oneOf.map((variant) => `<li>${describe(variant)}</li>`).join('')}</ul>`
    : `<p>${describe(schema)}</p>`

const link = (name: string) => `<a href="#shape-${name}">${name}</a>`

/** A description in which names of shapes are links. */
const describe = (schema: FieldSchema) => escape(describeSchema(schema)).replaceAll(SHAPE_NAME, link)

const SHAPE_NAME = new RegExp(`\\b(?:${SHAPE_NAMES.join('|')})\\b`, 'g')

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; --canvas: #f2f5f9; --ink: #1b2733; --quiet: #4a5a68; --line: #d9e1e8; --accent: #00619a; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0c1115; --ink: #edf1f4; --quiet: #a9b6c0; --line: #26313a; --accent: #7cc3f2; } }
body { font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; color: var(--ink); background: var(--canvas); max-width: 860px; margin: 0 auto; padding: 36px 16px 96px; }
h1 { font-size: 24px; letter-spacing: -.02em; margin: 0; }
h2 { font-size: 18px; margin: 44px 0 10px; text-transform: capitalize; }
h3 { font-size: 15px; font-weight: 600; margin: 0; }
h3 b { display: inline-block; min-width: 64px; color: var(--accent); }
h3 em { color: var(--quiet); font-weight: 400; font-style: normal; margin-left: 8px; }
header p, article p, article li, td { color: var(--quiet); }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; padding: 0; text-transform: capitalize; }
article { border-top: 1px solid var(--line); padding: 16px 0; }
article p { margin: 4px 0 10px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; margin-bottom: 10px; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 6px 20px 6px 0; border-top: 1px solid var(--line); }
th, td:nth-child(2) { width: 1%; white-space: nowrap; }
summary { cursor: pointer; font-size: 14px; }
pre { overflow: auto; font-size: 13px; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
a { color: var(--accent); }
`
