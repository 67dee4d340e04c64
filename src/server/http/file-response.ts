import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is made while it is sent. */
export interface FileResponse {
  /** Of plain ASCII letters, so that every client reads it alike. */
  name: string
  type: string
  /** Asked for more only as fast as it is taken, and ended when nobody takes it any longer. */
  content: AsyncIterable<string | Uint8Array>
}

/** What fails after the first byte cuts the connection: a file must not look whole when it is not. */
export const sendFile = (reply: FastifyReply, { name, type, content }: FileResponse) =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content, { objectMode: false }))
