import clsx from 'clsx'
import type { ComponentProps } from 'react'

export interface GrowingTextAreaProps extends ComponentProps<'textarea'> {
  value: string
  /** Applies to the text's invisible copy too, so that both have the same size. */
  className: string
}

/**
 * A textarea that grows with its text: an invisible copy of the text gives their common grid cell its height. The CSS
 * property `field-sizing` would do the same, but Firefox and Safari got it only lately.
 */
export function GrowingTextArea({ className, ...area }: GrowingTextAreaProps) {
  return (
    <div className="grid *:[grid-area:1/1]">
      <textarea {...area} className={className} />
      <div
        aria-hidden="true"
        data-text={area.value}
        className={clsx(
          className,
          "pointer-events-none invisible overflow-y-hidden break-words whitespace-pre-wrap before:content-[attr(data-text)_'_']",
        )}
      />
    </div>
  )
}
