import { BAD_VALUES } from './bad-values.ts'
import { setAt } from './bad-requests.ts'
import { pathsIn } from './fields.ts'
import { SAMPLE_MESSAGES } from './sample-messages.ts'

export interface BadEvent {
  name: string
  args: readonly unknown[]
}

/** A message above the size limit ends the connection, so large values are left out. */
const VALUES = BAD_VALUES.filter((value) => (JSON.stringify(value) ?? '').length < 8_000)
const NAMES = [...Object.keys(SAMPLE_MESSAGES), 'timer:state', 'session:revoked', 'toString', '__proto__', '']

const FIELDS = Object.entries(SAMPLE_MESSAGES).flatMap(([name, messages]) =>
  messages.flatMap((message) => pathsIn(message).map((path) => ({ name, message, path }))),
)

/** In each round every field of every message has the next bad value, and every event is sent with bad values alone. */
export function badEvents(round: number): BadEvent[] {
  const value = (index: number) => VALUES[(round * 61 + index * 17) % VALUES.length]
  return [
    ...FIELDS.map(({ name, message, path }, index) => ({ name, args: [setAt(message, path, value(index))] })),
    ...NAMES.map((name, index) => ({
      name,
      args: [value(index), value(index + 1), value(index + 2)].slice(0, index % 4),
    })),
  ]
}
