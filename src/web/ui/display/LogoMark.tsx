/** Eight ticks of a dial, one of them faded. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="-12 -12 24 24"
      stroke="currentColor"
      strokeWidth={2.4}
      strokeLinecap="round"
      className="flex-none text-accent"
    >
      {Array.from({ length: 8 }, (_, tick) => (
        <line key={tick} y1={-5.4} y2={-9.4} transform={`rotate(${tick * 45})`} opacity={tick === 3 ? 0.35 : 1} />
      ))}
    </svg>
  )
}
