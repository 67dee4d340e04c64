import { useEffect, useState } from 'react'

/** Prints after the charts have been drawn again at the width of the paper. */
export function usePrint() {
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
  return { isPrinting, print: () => setIsPrinting(true) }
}
