import type { FastifyInstance } from 'fastify'
import { type FileUpload, UPLOAD_PART_BYTES } from '#contract/files/uploads.ts'

interface Sender {
  app: FastifyInstance
  token: string
}

/** Sends a file in parts, as a client does. */
export function testUploads({ app, token }: Sender) {
  const authorization = `Bearer ${token}`
  const begin = async (content: Buffer, fileName = 'hours.csv') => {
    const payload = { fileName, bytes: content.length }
    const reply = await app.inject({ method: 'POST', url: '/api/uploads', payload, headers: { authorization } })
    return reply.json().data as FileUpload
  }
  const putPart = (id: string, number: number | string, payload: Buffer) =>
    app.inject({
      method: 'PUT',
      url: `/api/uploads/${id}/parts/${number}`,
      payload,
      headers: { authorization, 'content-type': 'application/octet-stream' },
    })
  const putPartOf = (id: string, content: Buffer, number: number) =>
    putPart(id, number, content.subarray(number * UPLOAD_PART_BYTES, (number + 1) * UPLOAD_PART_BYTES))
  return {
    begin,
    putPart,
    putPartOf,
    /** Sends a whole file and returns its id. */
    async send(content: Buffer, fileName?: string) {
      const { id, missing } = await begin(content, fileName)
      for (const number of missing) await putPartOf(id, content, number)
      return id
    },
  }
}
