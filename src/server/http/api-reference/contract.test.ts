import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { FieldSchema } from './describe-schema.ts'
import { jsonSchema } from './json-schema.ts'
import { nodesIn } from './testing/schema-nodes.ts'

const endpoints = Object.values(api).flatMap((resource) => Object.values(resource))

test('C5 every endpoint of the contract is served, and nothing else under /api', async () => {
  const { app } = await testApp()
  for (const { method, path } of endpoints)
    expect(app.hasRoute({ method, url: `/api${path}` }), `${method} ${path}`).toBe(true)
  const paths = new Set<string>(endpoints.map(({ path }) => `/api${path}`))
  const others = routesOf(app).filter((path) => path.startsWith('/api/') && !paths.has(path))
  expect(others.toSorted()).toEqual([
    '/api/docs',
    '/api/docs.css',
    '/api/docs/api.md',
    '/api/docs/realtime.md',
    '/api/mcp',
    '/api/openapi.json',
  ])
})

/** Fastify lists its routes only as a printed tree, in which the indentation of a line is its depth. */
function routesOf(app: FastifyInstance) {
  const branch: string[] = []
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indentation = '', part = '', methods] = /^((?:[│ ] {3})*)[├└]── (\S*)( \(.*\))?/.exec(line) ?? []
      branch.splice(indentation.length / 4, Infinity, part)
      return methods ? [branch.join('')] : []
    })
}

test('C6 the OpenAPI document describes every endpoint', async () => {
  const { app } = await testApp()
  const document = (await app.inject('/api/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path, public: isPublic, scopes = [] } of endpoints) {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation, `${method} ${path}`).toMatchObject({ summary: expect.any(String), responses: expect.any(Object) })
    const tokens = scopes.map((scope) => ({ token: [scope] }))
    expect(operation.security).toEqual(isPublic ? [] : [{ session: [] }, ...tokens])
  }
})

test('C7 the pages that the reference links to are served', async () => {
  const { app } = await testApp()
  const { body } = await app.inject('/api/docs')
  const links = [...body.matchAll(/href="([^"#:]+)"/g)].map(([, path]) => `/api/${path}`)
  expect(links.length).toBeGreaterThan(3)
  for (const path of links) expect((await app.inject(path)).statusCode, path).toBe(200)
})

test('C7 the reference page names every endpoint', async () => {
  const { app } = await testApp()
  const { body, headers } = await app.inject('/api/docs')
  expect(headers['content-type']).toContain('text/html')
  for (const { path, summary } of endpoints) {
    expect(body).toContain(`<code>${path}</code>`)
    expect(body).toContain(summary)
  }
})

test('C7 the reference page tells the shape of every value, and each link leads to a shape', async () => {
  const { app } = await testApp()
  const { body } = await app.inject('/api/docs')
  expect(body).not.toMatch(/anything|\bobject\b|undefined|\{ {2}\}/)
  const links = [...body.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id)
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter((id) => !body.includes(`id="${id}"`))).toEqual([])
})

const listsIn = (schema: FieldSchema) => nodesIn(schema).filter(({ type }) => type === 'array')

test('S18 every list that a request can contain has a maximum length', () => {
  const schemas = endpoints.flatMap(({ params, query, body }) => [params, query, body])
  const lists = schemas.flatMap((schema) => (schema ? listsIn(jsonSchema(schema, 'input')) : []))
  expect(lists.length).toBeGreaterThan(5)
  expect(lists.filter(({ maxItems = Infinity }) => maxItems > 1_000)).toEqual([])
})
