/** Runs a task at most once at a time. A call during a run makes it run once more afterwards. */
export function runOneAtATime(task: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isRequested = false

  async function run() {
    while (isRequested) {
      isRequested = false
      await task()
    }
  }

  return () => {
    isRequested = true
    running ??= run().finally(() => (running = undefined))
    return running
  }
}
