import { setTimeout as sleep } from 'node:timers/promises'

const MAX_BLOCK_MS = 3

/** Lets long computations pause, so that the event loop can serve other requests. */
export function createYielder() {
  let startedAt = performance.now()
  return {
    shouldYield: () => performance.now() - startedAt > MAX_BLOCK_MS,
    async yieldToEventLoop() {
      await waitForTurn()
      startedAt = performance.now()
    },
  }
}

const waiting: (() => void)[] = []

/** In each turn of the event loop only one computation continues, so that several hold it no longer than one. */
function waitForTurn() {
  return new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(continueNext)
  })
}

function continueNext() {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(continueNext)
}

export type Yielder = ReturnType<typeof createYielder>

/** Work up to this is done at full speed. */
const SHORT_WORK_MS = 100
/** Work yields long before this, so more time than this was spent waiting, for example for a client that reads slowly. */
const MAX_REST_MS = 100
/** A request takes several turns of the event loop, and would wait for a block in each of them. */
const AMONG_OTHERS = { restPerBlock: 2, maxBlockMs: 1.5 }

let requests = 0

/** Called for each request that the server receives. */
export const countRequest = () => void (requests += 1)

/**
 * The same for work that may take seconds: after a short time it rests after each block, so that it leaves a part of
 * the process and of the database to other requests. The rest is compared with the length of the block. While requests
 * arrive, rests are longer and blocks shorter.
 */
export function createPacer(restPerBlock = 1): Yielder {
  let startedAt = performance.now()
  let workedMs = 0
  let knownRequests = requests
  let pace = { restPerBlock, maxBlockMs: MAX_BLOCK_MS }
  const rest = (blockMs: number) => {
    pace = requests > knownRequests ? AMONG_OTHERS : { restPerBlock, maxBlockMs: MAX_BLOCK_MS }
    knownRequests = requests
    return sleep(Math.min(pace.restPerBlock * blockMs, MAX_REST_MS))
  }
  return {
    shouldYield: () => performance.now() - startedAt > pace.maxBlockMs,
    async yieldToEventLoop() {
      const blockMs = performance.now() - startedAt
      workedMs += blockMs
      await (workedMs > SHORT_WORK_MS ? rest(blockMs) : waitForTurn())
      startedAt = performance.now()
    },
  }
}

const RUN_LENGTH = 256

/** Sorts in short steps: first runs of the list, then merges them pair by pair. */
export async function sortPaced<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number, pacer: Yielder) {
  let runs: Item[][] = []
  for (let start = 0; start < items.length; start += RUN_LENGTH) {
    runs.push(items.slice(start, start + RUN_LENGTH).toSorted(compare))
    if (pacer.shouldYield()) await pacer.yieldToEventLoop()
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let first = 0; first < runs.length; first += 2)
      merged.push(await mergePaced(runs[first]!, runs[first + 1] ?? [], compare, pacer))
    runs = merged
  }
  return runs[0] ?? []
}

async function mergePaced<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pacer: Yielder,
) {
  const merged: Item[] = []
  for (let [l, r] = [0, 0]; l < left.length || r < right.length;) {
    const isLeftNext = r === right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0)
    merged.push(isLeftNext ? left[l++]! : right[r++]!)
    if (pacer.shouldYield()) await pacer.yieldToEventLoop()
  }
  return merged
}

/** Does something with each item, and yields to the event loop whenever it is time. */
export async function forEachPaced<Item>(items: Iterable<Item>, pacer: Yielder, act: (item: Item) => unknown) {
  for (const item of items) {
    act(item)
    if (pacer.shouldYield()) await pacer.yieldToEventLoop()
  }
}
