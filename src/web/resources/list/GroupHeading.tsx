import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { rowsToCss } from '#web/ui/list/group-layout.ts'

export interface GroupHeading {
  id: string
  name: string
  color: string
  note?: string | undefined
}

/** Height of a heading, in rows. */
const HEADING_ROWS = 0.8

export const headingRows = ({ heading }: { heading: GroupHeading | undefined }) => (heading ? HEADING_ROWS : 0)

/** Stays in view while the rows of its group scroll. */
export function GroupHeading({ heading, titleId }: { heading: GroupHeading; titleId: string }) {
  return (
    <h2
      id={titleId}
      style={{ height: rowsToCss(HEADING_ROWS) }}
      className="sticky top-(--list-top) z-2 flex items-center gap-2.5 border-b border-line bg-canvas px-5 text-heading max-sm:px-4"
    >
      <ColorDot color={heading.color} />
      <span className="truncate">{heading.name}</span>
      {heading.note !== undefined && (
        <span className="flex-none text-caption font-normal tracking-normal text-ink-3">{heading.note}</span>
      )}
    </h2>
  )
}
