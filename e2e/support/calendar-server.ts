import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server with one calendar, whose text a story can change; undefined: it has none. */
export async function startCalendarServer(text: string | undefined) {
  const state = { text }
  const server = createServer((_request, response) => {
    if (state.text === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/calendar; charset=utf-8' }).end(state.text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/work.ics`,
    setText: (text: string | undefined) => void (state.text = text),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
