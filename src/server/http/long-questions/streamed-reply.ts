import type { FastifyReply } from 'fastify'
import { compressForClient } from './compress-reply.ts'
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

interface StreamedTexts<Data, Item> extends Pick<StreamedParts<Data, Item>, 'wrap' | 'onClose'> {
  /** Items as JSON, separated by commas. */
  texts: AsyncIterable<Uint8Array>
  /** Whether the items have only some of their fields, so that they are not checked against the contract. */
  isPartial: boolean
}

interface StreamedItems<Data> {
  parts: AsyncIterable<readonly unknown[] | Uint8Array>
  wrap: (items: unknown[]) => Data
  onClose?: (() => void) | undefined
  isPartial?: boolean
}

type Check = (data: unknown) => void

/** A reply with many items that is written in parts, so that neither memory nor the event loop feels its length. */
export class StreamedReply<Data = unknown> {
  private readonly reply: StreamedItems<Data>

  private constructor(reply: StreamedItems<Data>) {
    this.reply = reply
  }

  static of<Data, Item>(reply: StreamedParts<Data, Item>) {
    // Items reach `wrap` only from `parts`, or as a placeholder.
    return new StreamedReply<Data>(reply as StreamedItems<Data>)
  }

  /** The same for items that are text already. */
  static ofTexts<Data, Item>({ texts, ...reply }: StreamedTexts<Data, Item>) {
    return new StreamedReply<Data>({ ...reply, parts: texts } as StreamedItems<Data>)
  }

  /** Sends the same text as a reply that is not streamed. If a part fails, the connection is cut. */
  send(reply: FastifyReply, check: Check | undefined, limits?: SendLimits) {
    const { onClose, isPartial } = this.reply
    const content = compressForClient(reply, this.write(isPartial ? undefined : check))
    return sendStream(reply.type(JSON_TYPE), { content, onClose }, limits)
  }

  private async *write(check: Check | undefined) {
    const { parts, wrap } = this.reply
    const text = JSON.stringify({ ok: true, data: wrap([PLACEHOLDER]) })
    const [head = '', tail = ''] = text.split(JSON.stringify(PLACEHOLDER))
    let separator = head
    for await (const part of parts) {
      const text = part instanceof Uint8Array ? part : JSON.stringify(part).slice(1, -1)
      check?.(wrap(JSON.parse(`[${text instanceof Uint8Array ? Buffer.from(text).toString() : text}]`) as unknown[]))
      if (text.length === 0) continue
      yield separator
      yield text
      separator = ','
    }
    yield separator === ',' ? tail : head + tail
  }
}
