/** Fields that may stand beside the data of a reply. */
const ENVELOPE_FIELDS = new Set(['ok', 'success', 'message'])
/** Fields that refer to other items. */
const REFERENCE_FIELDS = new Set(['user', 'client', 'project', 'task', 'tags'])

/** Returns the data of a reply in any envelope of the specification: `{ok, data}`, `{data}`, `{user}` or none. */
export function unwrap(body: unknown): unknown {
  if (!isRecord(body)) return withIds(body)
  const inside = 'data' in body ? body['data'] : body
  return withIds(isRecord(inside) && isUserAlone(inside) ? inside['user'] : inside)
}

/** `{token, user}` is data of two parts, `{user}` only an envelope. */
function isUserAlone(body: Record<string, unknown>) {
  return 'user' in body && Object.keys(body).every((key) => key === 'user' || ENVELOPE_FIELDS.has(key))
}

/** Servers may call an id `_id`, and send whole items in place of references. Here both become plain ids. */
function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds)
  if (!isRecord(value)) return value
  const named = '_id' in value ? { id: value['_id'], ...value } : value
  const read = (key: string) => ('id' in named && REFERENCE_FIELDS.has(key) ? toId : withIds)
  return Object.fromEntries(Object.entries(named).map(([key, item]) => [key, read(key)(item)]))
}

function toId(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toId)
  return isRecord(value) ? (value['id'] ?? value['_id']) : value
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
