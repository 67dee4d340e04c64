import { BAD_VALUES } from './bad-values.ts'
import { spoiltAt } from './bad-requests.ts'
import { pathsIn } from './fields.ts'
import { MESSAGES } from './messages.ts'

/** An event with something wrong in it. */
export interface BadEvent {
  name: string
  said: readonly unknown[]
}

/** A message with more in it ends the connection. */
const VALUES = BAD_VALUES.filter((value) => (JSON.stringify(value) ?? '').length < 8_000)
const NAMES = [...Object.keys(MESSAGES), 'timer:state', 'session:revoked', 'toString', '__proto__', '']

const FIELDS = Object.entries(MESSAGES).flatMap(([name, messages]) =>
  messages.flatMap((message) => pathsIn(message).map((path) => ({ name, message, path }))),
)

/** In each round every field of every message has the next bad value, and every event is sent with bad values alone. */
export function badEvents(round: number): BadEvent[] {
  const value = (index: number) => VALUES[(round * 61 + index * 17) % VALUES.length]
  return [
    ...FIELDS.map(({ name, message, path }, index) => ({ name, said: [spoiltAt(message, path, value(index))] })),
    ...NAMES.map((name, index) => ({
      name,
      said: [value(index), value(index + 1), value(index + 2)].slice(0, index % 4),
    })),
  ]
}
