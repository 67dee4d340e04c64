/** Runs a task at most once at a time. A call during a run makes it run once more afterwards. */
export function runOneAtATime(task: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isRequested = false

  async function run() {
    try {
      while (isRequested) {
        isRequested = false
        await task()
      }
    } finally {
      // In the same step as the last check, so that no call comes between the two and is lost.
      running = undefined
    }
  }

  return () => {
    isRequested = true
    running ??= run()
    return running
  }
}
