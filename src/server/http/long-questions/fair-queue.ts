interface FairQueueOptions {
  /** How much work runs at the same time. */
  places: number
  placesPerUser: number
}

interface WaitingUser {
  running: number
  waiting: (() => void)[]
}

/** Limits how much runs at the same time. While there is more to do, users take turns: a long queue delays only its own user. */
export function createFairQueue({ places, placesPerUser }: FairQueueOptions) {
  /** The user whose turn it is comes first. */
  const users = new Map<string, WaitingUser>()
  let running = 0

  function startNext() {
    for (const user of users.values()) {
      if (running >= places) return
      if (user.running >= placesPerUser) continue
      const start = user.waiting.shift()
      if (start === undefined) continue
      user.running += 1
      running += 1
      start()
    }
  }

  function waitForTurn(userId: string, user: WaitingUser, signal: AbortSignal) {
    return new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        user.waiting.splice(user.waiting.indexOf(start), 1)
        forgetIfIdle(userId, user)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      user.waiting.push(start)
      startNext()
    })
  }

  function forgetIfIdle(userId: string, user: WaitingUser) {
    if (user.running === 0 && user.waiting.length === 0) users.delete(userId)
  }

  return {
    /** Runs work when it is the user's turn. Rejects with the reason of the signal if that aborts before. */
    async run<T>(userId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      signal.throwIfAborted()
      const user = users.get(userId) ?? { running: 0, waiting: [] }
      users.set(userId, user)
      await waitForTurn(userId, user, signal)
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        running -= 1
        user.running -= 1
        // The next turn of this user comes after those of all others.
        users.delete(userId)
        if (user.running > 0 || user.waiting.length > 0) users.set(userId, user)
        startNext()
      }
    },
  }
}
