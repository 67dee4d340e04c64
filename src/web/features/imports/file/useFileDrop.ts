import { useEffect, useRef, useState } from 'react'

/** Takes files that are dropped anywhere on the page. Tells whether some are held over it. */
export function useFileDrop(onDrop: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Otherwise the browser opens the file in place of the app.
      event.preventDefault()
      setIsOver(true)
    }
    // Out of the window: inside it, it goes from one element to the next.
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
