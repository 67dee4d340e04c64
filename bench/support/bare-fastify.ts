import fastify from 'fastify'

/** The least that a server on Fastify is: one that says it is ready. */
const app = fastify()
app.get('/ready', async () => ({ ok: true }))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
