import { Fragment } from 'react'

/** `mm:ss` or `h:mm:ss`. While paused its colons blink, slowly, so that a stopped clock is seen to be stopped. */
export function Clock({ text, isPaused = false }: { text: string; isPaused?: boolean }) {
  const [first = '', ...others] = text.split(':')
  return (
    <span className="tabular-nums">
      {first}
      {others.map((figures, index) => (
        <Fragment key={index}>
          <span className={isPaused ? 'animate-blink' : undefined}>:</span>
          {figures}
        </Fragment>
      ))}
    </span>
  )
}
