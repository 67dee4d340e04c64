/** Class names that several components share. */

export const label = 'text-caption font-medium text-ink-2'
export const help = 'text-caption text-ink-3'
export const error = 'text-caption font-medium text-danger-ink'

/** The frame of an input. */
export const control =
  'h-9 on-touch:h-11 w-full rounded-control border border-line-strong/70 bg-surface px-3 text-body text-ink transition-colors placeholder:text-ink-3 hover:border-line-strong aria-invalid:border-danger data-invalid:border-danger disabled:opacity-55 data-disabled:opacity-55'

/** The same frame around several focusable elements. It shows their focus as its own. */
export const controlGroup = `${control} flex items-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-(--focus)`

/** The same frame around tags, which may wrap. */
export const tagGroup = `${controlGroup} h-auto min-h-9 flex-wrap gap-1.5 py-1.25 on-touch:h-auto on-touch:min-h-11`

/**
 * Colours must not transition: while those of the theme do, each frame would replace such a transition, and React Aria
 * never removes an overlay of which a transition was cancelled.
 */
export const popover =
  'rounded-panel border border-line bg-raised text-ink shadow-pop transition-[opacity,translate] duration-200 data-entering:opacity-0 data-exiting:pointer-events-none data-exiting:opacity-0 data-exiting:duration-150 data-[placement=bottom]:data-entering:-translate-y-1 data-[placement=top]:data-entering:translate-y-1'

export const option =
  'flex min-h-9 on-touch:min-h-11 cursor-default items-center gap-2.5 rounded-small px-2.5 text-secondary outline-none select-none data-focused:bg-hover data-pressed:bg-pressed data-disabled:opacity-50'

/** A small square button inside a field. */
export const fieldButton =
  'grid size-7 on-touch:size-9 flex-none place-items-center rounded-tag text-ink-3 outline-none transition-colors hover:bg-hover hover:text-ink data-pressed:bg-pressed disabled:opacity-40'

/** A filter in a toolbar. */
export const chip =
  'inline-flex h-8.5 flex-none cursor-pointer items-center gap-1.75 rounded-control border border-line bg-surface px-2.75 text-caption font-medium text-ink-2 transition-colors hover:border-line-strong/60 data-pressed:bg-canvas on-touch:h-11'
