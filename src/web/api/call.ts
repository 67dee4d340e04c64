import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import { ERROR_CODES, type ErrorBody } from '#contract/errors.ts'
import { fillPath } from '#contract/fill-path.ts'
import { BASE_PATH } from '#web/base-path.ts'
import { ApiError } from './api-error.ts'
import { outlineOf, type ReplyOutline } from './reply-outline.ts'
import { currentToken, endRejectedSession } from './session.ts'
import { isRecord, unwrap } from './unwrap.ts'

declare global {
  interface Window {
    /** The request that `boot.js` sent before the app was loaded. */
    earlyRequest?: { url: string; token: string; response: Promise<Response> } | undefined
  }
}

/** What sending a request needs to know of its endpoint. */
type Address = Pick<Endpoint, 'method' | 'path' | 'public' | 'upload'>

const REQUEST_TIMEOUT_MS = 30_000

/** Calls an endpoint of the contract. Fails only with `ApiError`. A signal of the caller replaces the timeout. */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal): Promise<Reply<E>> {
  const token = currentToken()
  // TypeScript cannot relate the input of a generic endpoint to its parts.
  return readReply(endpoint, await fetchBody(endpoint, token, input as RequestParts, signal))
}

/** Sends a stored request, whose endpoint is not known any more. Returns the data of the reply, null without any. */
export async function callAddress(address: Address, input: RequestParts): Promise<unknown> {
  return unwrap(await fetchBody(address, currentToken(), input)) ?? null
}

/** Calls an endpoint that takes a file. The caller's signal replaces the timeout. */
export async function callWithFile<E extends Endpoint & { upload: readonly string[] }>(
  endpoint: E,
  input: Input<E>,
  { file, signal }: { file: Blob; signal: AbortSignal },
): Promise<Reply<E>> {
  const token = currentToken()
  return readReply(endpoint, await fetchBody(endpoint, token, { ...(input as RequestParts), file }, signal))
}

/** Calls an endpoint that replies with a file. The caller's signal replaces the timeout. */
export async function callForFile<E extends Endpoint & { file: readonly string[] }>(
  endpoint: E,
  input: Input<E>,
  signal: AbortSignal,
): Promise<Response> {
  const token = currentToken()
  const response = await send(endpoint, input as RequestParts, token, signal)
  if (response.ok) return response
  throw toCallError(endpoint, token, response.status, await response.json().catch(() => undefined))
}

/** Fails if the request is refused. */
async function fetchBody(
  endpoint: Address,
  token: string | undefined,
  input: RequestParts,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await send(endpoint, input, token, signal)
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && !isRefusal(body)) return body
  throw toCallError(endpoint, token, response.status, body)
}

function toCallError(endpoint: Address, token: string | undefined, status: number, body: unknown) {
  // A late 401 for the token of an earlier session must not end the present one.
  if (status === 401 && !endpoint.public && token === currentToken()) endRejectedSession()
  const error = toApiError(status, body)
  if (error.code === 'two-factor-not-set-up') openSetUpPage()
  return error
}

/** Nothing else works before two-factor sign-in is set up. */
function openSetUpPage() {
  const address = `${BASE_PATH}/set-up-two-factor`
  if (location.pathname !== address) location.assign(address)
}

interface RequestParts {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
}

async function send(
  endpoint: Address,
  { params = {}, query = {}, ...parts }: RequestParts,
  token: string | undefined,
  signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS),
) {
  const url = `${BASE_PATH}/api${pathOf(endpoint, params)}${toQueryString(query)}`
  const headers = new Headers({ 'accept-language': document.documentElement.lang })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (token !== undefined) headers.set('x-auth-token', token)
  const content = toRequestBody(endpoint, parts)
  if (content !== undefined) headers.set('content-type', content.type)
  try {
    return await (takeEarlyResponse(url, token) ??
      fetch(url, {
        method: endpoint.method,
        headers,
        credentials: 'same-origin',
        signal,
        ...(content !== undefined && { body: content.body }),
      }))
  } catch {
    throw new ApiError('offline')
  }
}

/** Returns the response to the early request for this address, once: a response can be read only by one caller. */
function takeEarlyResponse(url: string, token: string | undefined) {
  if (window.earlyRequest?.url !== url) return undefined
  const { token: sentToken, response } = window.earlyRequest
  window.earlyRequest = undefined
  return sentToken === token ? response : undefined
}

function toRequestBody({ upload }: Address, { body, file }: Pick<RequestParts, 'body' | 'file'>) {
  // Browsers derive a file's type from the installed programs, so the endpoint's own type is sent.
  if (file !== undefined) return { type: upload?.[0] ?? file.type, body: file }
  return body === undefined ? undefined : { type: 'application/json', body: JSON.stringify(body) }
}

/** Rejects a missing id, which would request the whole list, or an item called 'undefined'. */
function pathOf({ path }: Address, params: Record<string, string | number>) {
  const filled = fillPath(path, params)
  if (filled === undefined) throw new ApiError('invalid')
  return filled
}

function toQueryString(query: Record<string, unknown>) {
  const defined = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return defined.length === 0
    ? ''
    : `?${new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()}`
}

function readReply<E extends Endpoint>(endpoint: E, body: unknown) {
  const reply = unwrap(body) ?? null
  const outline = outlineOf(endpoint)
  // By the specification, a list of an unknown shape is an empty one.
  if (outline.shape === 'list' && !Array.isArray(reply)) return [] as Reply<E>
  const missing = findMissingPart(outline, reply)
  if (missing !== undefined) throw new ApiError(missing === 'token' && hasUser(body) ? 'no-token' : 'bad-reply')
  return reply as Reply<E>
}

/** Returns the name of a field that an object of the reply lacks, or `''` if the reply has another shape. */
function findMissingPart({ shape, fields }: ReplyOutline, reply: unknown) {
  if (shape === 'null') return reply === null ? undefined : ''
  if (shape === 'object' && !isRecord(reply)) return ''
  const objects = [reply].flat().filter(isRecord)
  return fields.find((name) => objects.some((object) => isMissing(object[name]) || (name === 'token' && !object[name])))
}

const isMissing = (value: unknown) => value === undefined || value === null

/** A reply with a user is recognised as that of a sign-in, even if its token is missing. */
function hasUser(body: unknown) {
  const inside = isRecord(body) && 'data' in body ? body['data'] : body
  return isRecord(inside) && isRecord(inside['user'])
}

const isRefusal = (body: unknown) => isRecord(body) && (body['ok'] === false || body['success'] === false)

function toApiError(status: number, body: unknown) {
  if (isErrorBody(body)) return new ApiError(body.code, { ...body, status })
  const message = isRecord(body)
    ? [body['message'], body['error']].find((text) => typeof text === 'string' && text !== '')
    : undefined
  return new ApiError(codeOfStatus(status, message !== undefined), { message: message as string | undefined, status })
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  isRecord(body) &&
  ERROR_CODES.some((code) => code === body['code']) &&
  typeof body['message'] === 'string' &&
  isRecord(body['details'] ?? {})

/** The code of a reply without one. If it has no message either, a proxy has answered in place of the server. */
function codeOfStatus(status: number, hasMessage: boolean) {
  if (status === 401) return 'unauthenticated'
  if (status >= 500) return 'unavailable'
  if (status === 408) return 'timeout'
  if (status === 429) return 'rate-limited'
  // A 403 of the server itself has a code.
  if (!hasMessage || status === 403) return 'foreign-reply'
  return status === 404 ? 'not-found' : 'invalid'
}
