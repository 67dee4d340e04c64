import type { FastifyRequest } from 'fastify'

const BLOCK_BYTES = 128 * 1024
const REST_MS = 10

/**
 * Reads the rest of the body of a request that is answered already, such as a refused upload, because many clients read
 * no reply before they have sent everything. Node would read it at full speed, which leaves little time for others.
 */
export async function dropUnreadBody({ raw }: Pick<FastifyRequest, 'raw'>) {
  if (raw.complete) return
  let bytes = 0
  raw.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes < BLOCK_BYTES) return
    bytes = 0
    raw.pause()
    setTimeout(() => raw.resume(), REST_MS)
  })
}
