import { useEffect, useState } from 'react'

/** Prints once the charts have drawn themselves as wide as paper is: what is on the screen may be wider. */
export function usePrint() {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting) return
    const done = () => setIsPrinting(false)
    addEventListener('afterprint', done)
    // The first frame has the new width, the second what was drawn for it.
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
