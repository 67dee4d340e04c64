import fastify from 'fastify'

/** A Fastify server with nothing but /ready. */
const app = fastify()
app.get('/ready', async () => ({ ok: true }))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
