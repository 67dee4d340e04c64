import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { acceptsIdempotencyKey } from '#server/http/serve.ts'

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(publicUrl: string, version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [resource, endpoints] of Object.entries(api))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(resource, name, endpoint) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ritmo',
      version,
      description: 'Every call needs a session, sent as a bearer token, unless it says otherwise.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
    },
    security: [{ session: [] }],
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key creates nothing new, and gets the same reply',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function operation(resource: string, name: string, endpoint: Endpoint) {
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary: endpoint.summary,
    ...(endpoint.public && { security: [] }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(acceptsIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } },
    }),
    ...(endpoint.upload && { requestBody: { required: true, content: files(endpoint.upload) } }),
    responses: {
      [endpoint.creates ? 201 : 200]: {
        description: 'Done',
        content: endpoint.file ? files(endpoint.file) : inJson(endpoint.reply),
      },
      default: {
        description: 'Refused, with a reason',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

const inJson = (reply: z.core.$ZodType) => ({ 'application/json': { schema: success(jsonSchema(reply, 'output')) } })

const files = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

const success = (data: object) => ({
  type: 'object',
  properties: { ok: { const: true }, data },
  required: ['ok', 'data'],
})

function parameters(location: 'path' | 'query', fields: z.core.$ZodType | undefined) {
  if (fields === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(fields, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: field,
  }))
}

export function jsonSchema(type: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return rest
}
