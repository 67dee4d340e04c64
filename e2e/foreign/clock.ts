const SECOND_MS = 1000

/** Called for every second; `isTold` says whether a client that tells others of each second tells of this one. */
type SecondListener = (isTold: boolean) => void

interface Interval {
  listener: SecondListener
  dueAt: number
  timeout: NodeJS.Timeout | undefined
}

/**
 * A clock that runs and can be advanced, together with that of the server. The server limits events by real time, so a
 * clock that is advanced in steps tells only of the last second of each step.
 */
export class TestClock {
  #offsetMs: number
  readonly #isStepped: boolean
  readonly #intervals = new Set<Interval>()

  constructor({ offsetMs = 0, isStepped = false } = {}) {
    this.#offsetMs = offsetMs
    this.#isStepped = isStepped
  }

  now() {
    return Date.now() + this.#offsetMs
  }

  /** Calls the listener every second from now on, until the returned function is called. */
  everySecond(listener: SecondListener) {
    const interval: Interval = { listener, dueAt: this.now() + SECOND_MS, timeout: undefined }
    this.#intervals.add(interval)
    this.#wait(interval)
    return () => {
      clearTimeout(interval.timeout)
      this.#intervals.delete(interval)
    }
  }

  advance(milliseconds: number) {
    const end = this.now() + milliseconds
    for (let next = this.#findNext(end); next !== undefined; next = this.#findNext(end)) {
      this.#offsetMs += next.dueAt - this.now()
      this.#call(next, next.dueAt + SECOND_MS > end)
    }
    this.#offsetMs += end - this.now()
    for (const interval of this.#intervals) this.#wait(interval)
  }

  #findNext(end: number) {
    const [next] = [...this.#intervals].toSorted((a, b) => a.dueAt - b.dueAt)
    return next && next.dueAt <= end ? next : undefined
  }

  #call(interval: Interval, isTold: boolean) {
    interval.dueAt += SECOND_MS
    interval.listener(isTold)
  }

  #wait(interval: Interval) {
    clearTimeout(interval.timeout)
    const delay = Math.max(0, interval.dueAt - this.now())
    interval.timeout = setTimeout(() => {
      this.#call(interval, !this.#isStepped)
      if (this.#intervals.has(interval)) this.#wait(interval)
    }, delay)
  }
}
