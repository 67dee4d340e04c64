import type { FastifyReply } from 'fastify'
import { type SendLimits, sendStream } from './send-stream.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Stands for the items while the text around them is written. */
const PLACEHOLDER = '"…items…"'

interface StreamedParts<Data, Item> {
  /** Items in parts, each of which is written at once. */
  parts: AsyncIterable<readonly Item[]>
  /** The data of the reply around its items. */
  wrap: (items: Item[]) => Data
  /** Called when the reply was sent, or its client has gone. */
  onClose?: () => void
}

/** A reply with many items that is written in parts, so that neither memory nor the event loop feels its length. */
export class StreamedReply<Data = unknown> {
  private readonly reply: StreamedParts<Data, unknown>

  private constructor(reply: StreamedParts<Data, unknown>) {
    this.reply = reply
  }

  static of<Data, Item>(reply: StreamedParts<Data, Item>) {
    // Items reach `wrap` only from `parts`, or as a placeholder.
    return new StreamedReply<Data>(reply as never)
  }

  /** Sends the same text as a reply that is not streamed. If a part fails, the connection is cut. */
  send(reply: FastifyReply, checkPart: (data: unknown) => void, limits?: SendLimits) {
    const { onClose } = this.reply
    return sendStream(reply.type(JSON_TYPE), { content: this.write(checkPart), onClose }, limits)
  }

  private async *write(checkPart: (data: unknown) => void) {
    const { parts, wrap } = this.reply
    const text = JSON.stringify({ ok: true, data: wrap([PLACEHOLDER]) })
    const [head = '', tail = ''] = text.split(JSON.stringify(PLACEHOLDER))
    let separator = head
    for await (const items of parts) {
      checkPart(wrap([...items]))
      if (items.length === 0) continue
      yield separator + JSON.stringify(items).slice(1, -1)
      separator = ','
    }
    yield separator === ',' ? tail : head + tail
  }
}
