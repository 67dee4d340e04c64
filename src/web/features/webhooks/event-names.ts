import type { EventType } from '#core/webhooks/event-types.ts'
import type { TextKey } from '#web/i18n/i18n.ts'

/** Dots separate the parts of text keys. */
type WithoutDot<Type extends string> = Type extends `${infer Item}.${infer Change}` ? `${Item}-${Change}` : never

export const eventNameKey = (type: EventType) =>
  `webhooks.names.${type.replace('.', '-') as WithoutDot<EventType>}` as const satisfies TextKey
