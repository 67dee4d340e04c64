/** Never does a task twice at the same time: who asks while it is being done has it done once more afterwards. */
export function runOneAtATime(task: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function run() {
    while (isAskedAgain) {
      isAskedAgain = false
      await task()
    }
  }

  return () => {
    isAskedAgain = true
    running ??= run().finally(() => (running = undefined))
    return running
  }
}
