import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { jsonSchema, openApiDocument } from './openapi.ts'
import { type FieldSchema, describeSchema } from './describe-schema.ts'

/** Serves the API reference: `/api/openapi.json` for programs, `/api/docs` for people. */
export function serveApiReference(app: FastifyInstance, publicUrl: string, version: string) {
  // Both are rendered on first request: together they take longer than the rest of the start.
  let document: ReturnType<typeof openApiDocument> | undefined
  let page: string | undefined
  app.get('/openapi.json', async () => (document ??= openApiDocument(publicUrl, version)))
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send((page ??= render(version))))
  app.get('/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
}

const render = (version: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ritmo API</title><link rel="stylesheet" href="/api/docs.css">
<header><h1>Ritmo API</h1><p>Version ${escape(version)}. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Resources"><ul>${Object.keys(api)
  .map((name) => `<li><a href="#${name}">${name}</a></li>`)
  .join('')}</ul></nav>
<main>
<p>Paths begin with <code>/api</code>. A call needs a session, sent as <code>Authorization: Bearer …</code>, unless it is marked
<em>public</em>. Success is <code>{"ok": true, "data": …}</code>; failure is <code>{"ok": false, "code", "message", "details"}</code>,
its sentences in the language that <code>Accept-Language</code> asks for.</p>
${Object.entries(api).map(section).join('\n')}
</main>
</html>`

const section = ([resource, endpoints]: [string, Record<string, Endpoint>]) =>
  `<section id="${resource}"><h2>${resource}</h2>${Object.values(endpoints).map(article).join('')}</section>`

const article = (endpoint: Endpoint) => `<article>
<h3><b>${endpoint.method}</b> <code>${escape(endpoint.path)}</code>${endpoint.public ? ' <em>public</em>' : ''}</h3>
<p>${escape(endpoint.summary)}</p>
${fields('In the path', endpoint.params)}${fields('In the query', endpoint.query)}${fields('In the body', endpoint.body)}${upload(endpoint)}
${endpoint.file ? `<p>Replies with a file: ${escape(endpoint.file.join(', '))}</p>` : reply(endpoint)}
</article>`

const upload = ({ upload }: Endpoint) => (upload ? `<p>The body is a file: ${escape(upload.join(', '))}</p>` : '')

const reply = ({ creates, reply }: Endpoint) =>
  `<details><summary>Replies with ${creates ? 201 : 200}</summary><pre>${escape(pretty(reply, 'output'))}</pre></details>`

function fields(title: string, schema: z.core.$ZodType | undefined) {
  if (schema === undefined) return ''
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  const rows = Object.entries(properties).map(([name, field]) => {
    const presence = required.includes(name) ? 'required' : 'optional'
    const description = escape(describeSchema(field as FieldSchema))
    return `<tr><th scope="row"><code>${escape(name)}</code></th><td>${presence}</td><td>${description}</td></tr>`
  })
  return `<table><caption>${title}</caption>${rows.join('')}</table>`
}

const pretty = (schema: z.core.$ZodType, io: 'input' | 'output') => JSON.stringify(jsonSchema(schema, io), null, 2)

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
header p, article p, td { color: var(--quiet); }
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
