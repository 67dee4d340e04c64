/** Three stylized rows for the empty list. */
export function EntryListIllustration() {
  return (
    <svg width={264} height={92} stroke="var(--line-strong)" fill="var(--line-strong)" strokeLinecap="round">
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(0 ${row * 34})`} strokeWidth={5}>
          <line x1={3} x2={37} y1={13.5} y2={13.5} />
          <rect x={58} y={9} width={9} height={9} rx={2.5} stroke="none" />
          <line x1={80} x2={80 + [84, 56, 70][row]!} y1={13.5} y2={13.5} />
          <line x1={[226, 236, 218][row]} x2={261} y1={13.5} y2={13.5} />
        </g>
      ))}
    </svg>
  )
}
