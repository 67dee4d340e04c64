import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is generated while it is sent. */
export interface FileResponse {
  /** ASCII only: clients decode other characters differently. */
  name: string
  type: string
  /** Consumed with backpressure. Its iterator is closed when the client disconnects. */
  content: AsyncIterable<string | Uint8Array>
}

/** Sends a file. If its content fails midway, the connection is cut, so that the file does not look complete. */
export const sendFile = (reply: FastifyReply, { name, type, content }: FileResponse) =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content, { objectMode: false }))
