import type { MessageKey } from '#contract/messages/en.ts'

/** A file that cannot be converted, with the message for its user. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly key: MessageKey

  constructor(key: MessageKey) {
    super(key)
    this.key = key
  }
}
