import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const MAX_STALL_MS = 30_000
const MAX_CLIENT_MS = 10 * 60_000
/** Small enough for the slowest networks to take some of them within the limit, whatever the size of a chunk is. */
const CHUNK_BYTES = 16 * 1024

/** How long the server waits for a client. The time in which the server itself makes the content does not count. */
export interface SendLimits {
  /** For a client that takes nothing. */
  maxStallMs?: number
  /** For all that a client takes, so that one that takes a little now and then does not stay for ever. */
  maxClientMs?: number
}

interface StreamedContent {
  /** Consumed with backpressure. Its iterator is closed when the client disconnects. */
  content: AsyncIterable<string | Uint8Array>
  /** Called once, when the reply was sent or its client has gone, and the content has ended. */
  onClose?: (() => void) | undefined
}

/**
 * Sends content while it is made. If it fails midway, the connection is cut, so that the reply does not look complete. The
 * connection of a client that does not take the reply is cut as well, because an unread reply would keep its memory.
 */
export function sendStream(reply: FastifyReply, { content, onClose = () => {} }: StreamedContent, limits?: SendLimits) {
  const patience = createPatience(limits, () => reply.request.raw.socket.destroy())
  const chunks = waitForClient(content, patience)
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: CHUNK_BYTES })
  const onReplyClose = () => {
    patience.end()
    if (stream.closed) onClose()
    else stream.once('close', onClose).destroy()
  }
  // Node emits this when all was handed to the operating system, or when the connection is closed.
  if (reply.raw.closed) onReplyClose()
  else reply.raw.once('close', onReplyClose)
  return reply.send(stream)
}

/** The consumer asks for the next chunk when the client has taken some of those before. */
async function* waitForClient(content: StreamedContent['content'], patience: ReturnType<typeof createPatience>) {
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      patience.start()
      yield bytes.subarray(start, start + CHUNK_BYTES)
      patience.pause()
    }
  }
  // The last chunks are still to be taken.
  patience.start()
}

/** Calls `giveUp` if a client takes too long. */
function createPatience(
  { maxStallMs = MAX_STALL_MS, maxClientMs = MAX_CLIENT_MS }: SendLimits = {},
  giveUp: () => void,
) {
  let leftMs = maxClientMs
  let startedAt = 0
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  return {
    start() {
      if (isOver) return
      startedAt = performance.now()
      timer = setTimeout(giveUp, Math.min(maxStallMs, leftMs))
    },
    pause() {
      clearTimeout(timer)
      leftMs -= performance.now() - startedAt
    },
    end() {
      clearTimeout(timer)
      isOver = true
    },
  }
}
