import { COMMANDS, type Connection, WebDriverError } from './protocol.ts'

interface Reply {
  value: unknown
}

interface ErrorReply {
  value: { error: string; message: string }
}

/** Connects to a driver program that speaks WebDriver over HTTP. */
export function connectByHttp(url: string): Connection {
  let sessionId = ''
  return {
    async send(command, { id = '', ...parameters } = {}) {
      const [method, route] = COMMANDS[command]
      const session = command === 'newSession' ? '/session' : `/session/${sessionId}`
      const response = await fetch(`${url}${session}${route === '/' ? '' : route.replace('{id}', String(id))}`, {
        method,
        ...(method === 'POST' && { body: JSON.stringify(parameters) }),
      })
      const reply = (await response.json()) as Reply | ErrorReply
      if (!response.ok) throw new WebDriverError(command, (reply as ErrorReply).value)
      if (command === 'newSession') sessionId = (reply.value as { sessionId: string }).sessionId
      return reply.value
    },
    close: () => undefined,
  }
}
