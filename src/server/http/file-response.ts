import type { FastifyReply } from 'fastify'
import { type SendLimits, sendStream } from './long-questions/send-stream.ts'

/** A file that is generated while it is sent. */
export interface FileResponse {
  /** ASCII only: clients decode other characters differently. */
  name: string
  type: string
  /** The size, if it is known before the file is sent: clients show the progress of the download by it. */
  bytes?: number
  /** Consumed with backpressure. Its iterator is closed when the client disconnects. */
  content: AsyncIterable<string | Uint8Array>
  /** Called when the file was sent, or its client has gone. */
  onClose?: () => void
}

/** Sends a file. If its content fails midway, the connection is cut, so that the file does not look complete. */
export function sendFile(reply: FastifyReply, { name, type, bytes, ...streamed }: FileResponse, limits?: SendLimits) {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
  if (bytes !== undefined) reply.header('content-length', bytes)
  return sendStream(reply, streamed, limits)
}
