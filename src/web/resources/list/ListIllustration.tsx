/** Sketch of rows with sparklines, for an empty list. */
export function ListIllustration() {
  return (
    <svg width={264} height={92} stroke="var(--line-strong)" fill="var(--line-strong)" strokeLinecap="round">
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(0 ${row * 34})`}>
          <rect x={1} y={9} width={9} height={9} rx={2.5} stroke="none" />
          <line x1={24} x2={24 + [92, 60, 76][row]!} y1={13.5} y2={13.5} strokeWidth={5} />
          {Array.from({ length: 12 }, (_, week) => {
            const height = 2 + 14 * Math.abs(Math.sin((week + row * 5) * 0.7))
            const x = 186 + week * 6.5
            return <line key={week} x1={x} x2={x} y1={21} y2={21 - height} strokeWidth={2.5} />
          })}
        </g>
      ))}
    </svg>
  )
}
