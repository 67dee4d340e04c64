/** A person as initials. The name stands beside it. */
export function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const initials = [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0)).join('')
  return (
    <span
      aria-hidden="true"
      className="grid size-8 flex-none place-items-center rounded-full bg-tint text-minimum font-bold text-accent-ink"
    >
      {initials.toLocaleUpperCase()}
    </span>
  )
}
