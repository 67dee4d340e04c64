import { Fragment } from 'react'

/** `mm:ss` or `h:mm:ss`. The colons blink slowly while the timer is paused. */
export function Clock({ text, isPaused = false }: { text: string; isPaused?: boolean }) {
  const [first = '', ...others] = text.split(':')
  return (
    <span className="tabular-nums">
      {first}
      {others.map((digits, index) => (
        <Fragment key={index}>
          <span className={isPaused ? 'animate-blink' : undefined}>:</span>
          {digits}
        </Fragment>
      ))}
    </span>
  )
}
