import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Node's debugger, which SIGUSR1 opens. */
const DEBUGGER = 'http://127.0.0.1:9229/json/list'
const TIMEOUT_MS = 60_000

/** Connects to the debugger of another process, so that its garbage can be collected before its memory is measured. */
export async function connectGarbageCollector(pid: number) {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await findDebugger())
  await once(socket, 'open', { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return {
    async collect() {
      const answer = once(socket, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })
      socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
      const [{ data }] = (await answer) as [MessageEvent<string>]
      if ('error' in (JSON.parse(data) as object)) throw new Error(`Garbage collection failed: ${data}`)
    },
    close: () => socket.close(),
  }
}

async function findDebugger() {
  for (let waited = 0; waited < TIMEOUT_MS; waited += 100) {
    const found = await fetch(DEBUGGER).then(
      async (reply) => (await reply.json()) as { webSocketDebuggerUrl: string }[],
      () => [],
    )
    if (found[0] !== undefined) return found[0].webSocketDebuggerUrl
    await sleep(100)
  }
  throw new Error(`No debugger answers at ${DEBUGGER}`)
}
