import { useEffect, useState } from 'react'

/** Prints after everything is loaded, and the charts have been drawn again at the width of the paper. */
export function usePrint(loadRest: () => Promise<unknown> = () => Promise.resolve()) {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting) return
    const done = () => setIsPrinting(false)
    addEventListener('afterprint', done)
    // The first frame applies the new width, the second draws the charts for it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => print())
    })
    return () => {
      removeEventListener('afterprint', done)
      cancelAnimationFrame(frame)
    }
  }, [isPrinting])
  /** What cannot be loaded is missing on paper, as it is on the screen. */
  const loadAndPrint = () =>
    void loadRest()
      .catch(() => undefined)
      .then(() => setIsPrinting(true))
  return { isPrinting, print: loadAndPrint }
}
