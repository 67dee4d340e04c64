import { io, type Socket } from 'socket.io-client'
import { type ClientToServer, type ServerToClient, TIMER_EVENTS } from '#contract/timer-events.ts'
import type { Account, TimerView } from './account.ts'
import type { Context } from './context.ts'
import { CliError, EXIT } from './errors.ts'
import { requireLogin } from './storage/login.ts'

/** Refusals of a connection that would be refused again. */
const FINAL_REFUSALS = ['unauthenticated', 'unverified', 'two-factor-not-set-up']

/** Prints each further change of the timer, until Ctrl+C or the end of the login. */
export async function watchTimer(
  { environment, signal }: Context,
  account: Account,
  print: (view: TimerView) => Promise<void>,
) {
  const { token } = await requireLogin(environment)
  const { origin, pathname } = new URL(account.url)
  const socket: Socket<ServerToClient, ClientToServer> = io(origin, {
    path: `${pathname.replace(/\/$/, '')}/socket.io/`,
    transports: ['websocket'],
    auth: { token, proto: 2 },
  })
  let shown = JSON.stringify((await account.timer()).state)
  async function printChange() {
    const view = await account.timer()
    const state = JSON.stringify(view.state)
    if (state !== shown) await print(view)
    shown = state
  }
  try {
    await new Promise<void>((resolve, reject) => {
      // One after the other, so that lines of two changes never mix.
      let printing = Promise.resolve()
      const printNext = () => void (printing = printing.then(printChange).catch(reject))
      for (const event of [...TIMER_EVENTS, 'timer:state'] as const) {
        if (event !== 'timer:tick') socket.on(event, printNext)
      }
      // Messages are lost while the socket is not connected.
      socket.on('connect', printNext)
      socket.on('connect_error', ({ message }) => {
        if (FINAL_REFUSALS.includes(message)) reject(tokenRejected())
      })
      socket.on('session:revoked', () => reject(tokenRejected()))
      signal.addEventListener('abort', () => resolve())
    })
  } finally {
    socket.disconnect()
  }
  if (signal.aborted) signal.throwIfAborted()
}

const tokenRejected = () => new CliError('error.tokenRejected', {}, EXIT.notSignedIn)
