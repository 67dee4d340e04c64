/** What a server says around its answer, next to the answer itself. */
const ENVELOPE = new Set(['ok', 'success', 'message'])

/** Takes the answer out of every envelope the specification allows: `{ok, data}`, `{data}`, `{user}` or none at all. */
export function unwrap(body: unknown): unknown {
  if (!isRecord(body)) return withIds(body)
  const inside = 'data' in body ? body['data'] : body
  return withIds(isRecord(inside) && isUserAlone(inside) ? inside['user'] : inside)
}

/** `{token, user}` is an answer of two parts, `{user}` only a name for one. */
function isUserAlone(body: Record<string, unknown>) {
  return 'user' in body && Object.keys(body).every((key) => key === 'user' || ENVELOPE.has(key))
}

/** Servers may name ids `_id`; past this point they are `id`. */
function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, withIds(item)] as const)
  return '_id' in value ? { id: value['_id'], ...Object.fromEntries(entries) } : Object.fromEntries(entries)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
