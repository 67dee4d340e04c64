import { createServer } from 'node:net'

/** Returns a port on loopback that no program listens on. */
export function findFreePort() {
  return new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
