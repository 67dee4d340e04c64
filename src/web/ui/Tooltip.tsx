import type { ReactElement } from 'react'
import { Focusable, OverlayArrow, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'

interface TooltipProps {
  text: string
  /** What can be hovered and focused. */
  children: ReactElement<Record<string, unknown>, string>
}

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      <Focusable>{children}</Focusable>
      <AriaTooltip
        offset={8}
        className="max-w-64 rounded-small bg-ink px-2.5 py-1.5 text-caption font-medium text-canvas shadow-pop transition-opacity data-entering:opacity-0 data-exiting:opacity-0"
      >
        <OverlayArrow className="text-ink">
          <svg width={8} height={4} viewBox="0 0 8 4" fill="currentColor" className="block">
            <path d="M0 0h8L4 4z" />
          </svg>
        </OverlayArrow>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
