/** One bar per week; the latest is highlighted. */
export function Sparkline({ label, values }: { label: string; values: readonly number[] }) {
  const highest = Math.max(1, ...values)
  const height = 20
  return (
    <svg role="img" aria-label={label} width={values.length * 6} height={height} strokeWidth={3} strokeLinecap="round">
      {values.map((value, index) => (
        <line
          key={index}
          x1={index * 6 + 3}
          x2={index * 6 + 3}
          y1={height - 2}
          y2={height - 2 - (value / highest) * (height - 4)}
          className={value === 0 ? 'stroke-line' : index === values.length - 1 ? 'stroke-accent' : 'stroke-heat-3'}
        />
      ))}
    </svg>
  )
}
