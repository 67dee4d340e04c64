import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createAssistantServer } from '#client/assistant/assistant-server.ts'
import { createTimerClient } from '#client/timer-client.ts'
import type { Context } from '#cli/context.ts'

/** Serves one assistant until it closes standard input. */
export async function run(context: Context) {
  const { call, tools, files } = await context.account()
  // The device of this computer, so that the server knows one for both; it corrects the sequence number.
  const { timer: device } = await files.readOutbox()
  const timer = createTimerClient(call, { ...device, pending: [] }, tools)
  const handle = serveStdio(() => createAssistantServer({ call, timer, tools }))
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    context.signal.addEventListener('abort', () => resolve())
  })
  await handle.close()
}
