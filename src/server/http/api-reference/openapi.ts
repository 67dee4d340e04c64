import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { type Endpoint, MAX_BODY_BYTES } from '#contract/endpoint.ts'
import { MAX_IMPORT_BYTES } from '#contract/files/imports.ts'
import { TOKEN_SCOPES } from '#contract/integrations/token-scopes.ts'
import { acceptsIdempotencyKey } from '#server/http/idempotency.ts'
import type { FieldSchema } from './describe-schema.ts'
import type { Example } from './examples/example-types.ts'
import { exampleOf } from './examples/examples.ts'
import { jsonSchema } from './json-schema.ts'
import { NAMES, shapeSchemas } from './shapes.ts'

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(publicUrl: string, version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [resource, endpoints] of Object.entries(api))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(resource, name, endpoint) }
    }
  return withComponentReferences({
    openapi: '3.1.0',
    info: {
      title: 'Ritmo',
      version,
      description: DESCRIPTION,
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: shapeSchemas(),
    },
  })
}

/** In an OpenAPI document, named schemas are components. */
const withComponentReferences = <T>(document: T) =>
  JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')) as T

const KIB = 1024

/** The rules that all endpoints share. */
export const GENERAL_RULES = [
  'Every call needs a login session or an access token with one of the scopes that it names, sent as a bearer token, unless it says otherwise.',
  `A body is JSON of at most ${MAX_BODY_BYTES / KIB} KiB, unless it says otherwise.`,
  'Null in an optional field of a body counts as absent, unless null is one of its values. Unknown fields are ignored.',
  'All text is well-formed Unicode.',
]
const DESCRIPTION = GENERAL_RULES.join(' ')

const SECURITY_SCHEMES = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that signing in replies with. It may do everything that its user may.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ritmo_…',
    description: `An access token, made in the settings, with one of the scopes that the operation names. The scopes are ${TOKEN_SCOPES.join(', ')}; “everything” includes the others.`,
  },
}

/** The alternatives that an operation accepts: a login session, or an access token with any of its scopes. */
const securityOf = ({ public: isPublic, scopes = [] }: Endpoint) =>
  isPublic ? [] : [{ session: [] }, ...scopes.map((scope) => ({ token: [scope] }))]

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key creates nothing new, and gets the same reply',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function operation(resource: string, name: string, endpoint: Endpoint) {
  const example = exampleOf(resource, name)
  const description = describeTogether(endpoint.params, endpoint.query)
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary: endpoint.summary,
    ...(description && { description }),
    security: securityOf(endpoint),
    parameters: [
      ...parameters('path', endpoint.params, example.params),
      ...parameters('query', endpoint.query, example.query),
      ...(acceptsIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...requestBody(endpoint, example),
    responses: {
      [endpoint.creates ? 201 : 200]: {
        description: 'Done',
        content: endpoint.file ? files(endpoint.file, example.reply) : inJson(endpoint.reply, example.reply),
      },
      default: {
        description: 'Refused, with a reason',
        content: { 'application/json': { schema: { $ref: '#/$defs/Error' }, example: REFUSAL } },
      },
    },
  }
}

const MESSAGE = 'The end must be after the start'
const REFUSAL = { ok: false, code: 'invalid', message: MESSAGE, error: MESSAGE, details: { endTime: MESSAGE } }

/** The rules about several fields, such as the order of two times. */
export const describeTogether = (...schemas: (z.core.$ZodType | undefined)[]) =>
  schemas
    .flatMap((schema) => (schema && jsonSchema(schema, 'input').description) ?? [])
    .map((rule) => `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`)
    .join(' ')

function requestBody(endpoint: Endpoint, example: Example) {
  const { body, upload } = endpoint
  if (upload)
    return {
      requestBody: {
        required: true,
        description: `A file of at most ${MAX_IMPORT_BYTES / KIB / KIB} MiB`,
        content: files(upload, example.file),
      },
    }
  if (body === undefined) return undefined
  return {
    requestBody: {
      required: needsBody(endpoint),
      description: `At most ${maxBodyKib(endpoint)} KiB`,
      content: { 'application/json': { schema: jsonSchema(body, 'input', NAMES.input), example: example.body } },
    },
  }
}

export const maxBodyKib = ({ maxBodyBytes = MAX_BODY_BYTES }: Endpoint) => maxBodyBytes / KIB

/** An update needs a body. Otherwise a missing one counts as empty, which is enough if every field is optional. */
export const needsBody = ({ method, body }: Endpoint) =>
  body !== undefined && (method === 'PUT' || !z.safeParse(body, {}).success)

const inJson = (reply: z.core.$ZodType, data: unknown) => ({
  'application/json': {
    schema: success(jsonSchema(reply, 'output', NAMES.output)),
    example: { ok: true, data },
  },
})

/** The example is a file of the first type. */
const files = (types: readonly string[], example: unknown) =>
  Object.fromEntries(
    types.map((type, index) => [
      type,
      { schema: { type: 'string', format: 'binary' }, ...(index === 0 && { example }) },
    ]),
  )

const success = (data: FieldSchema) => ({
  type: 'object',
  properties: { ok: { const: true }, data },
  required: ['ok', 'data'],
})

function parameters(location: 'path' | 'query', fields: z.core.$ZodType | undefined, example: Example['query'] = {}) {
  if (fields === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(fields, 'input', NAMES.input)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema,
    ...(name in example && { example: example[name] }),
  }))
}
