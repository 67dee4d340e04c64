import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import type { TimerReply } from '#contract/timer.ts'
import { PROBE } from './messages.ts'
import { filled } from './samples.ts'
import { type Caller, filler, openSite, runTimer, watchOver } from './site.ts'

const PATIENCE_MS = 5_000

/** A site that listens, for who speaks to it live. */
export async function openLiveSite() {
  const site = await openSite()
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = site.app.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`

  const open = (auth: object) => {
    const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, auth })
    onTestFinished(() => void socket.disconnect())
    return socket
  }

  return {
    ...site,
    url,
    open,
    /** A user whose timer has run. */
    async newcomer() {
      const caller = await site.newcomer()
      await runTimer(site.app, caller)
      return caller
    },
    /** A client of ours, or a plain one, of a user. */
    async connect({ token }: Caller, kind: 'ours' | 'plain' = 'ours') {
      const socket = open({ token, ...(kind === 'ours' && { proto: 2 }) })
      await once(socket as never, 'connect')
      return socket
    },
  }
}

/** A site with Ann on it, who hears nothing of what others say. */
export async function annListens() {
  const site = await openLiveSite()
  const ann = await site.newcomer()
  const listener = await site.connect(ann)
  const heard: unknown[] = []
  listener.onAny((...said: unknown[]) => heard.push(said))
  const expectNoHarm = await watchOver(site, ann)
  return {
    ...site,
    ann,
    async expectUnheard() {
      await expectNoHarm()
      expect(await listener.timeout(PATIENCE_MS).emitWithAck('timer:clock')).toBeTypeOf('number')
      expect(heard).toEqual([])
    },
  }
}

/** How the timer stands when everything is done that was said before. */
export async function settled(socket: Socket, caller: Caller) {
  const probe = filled(PROBE, filler(caller))
  return (await socket.timeout(PATIENCE_MS).emitWithAck('timer:tick', probe)) as TimerReply
}
