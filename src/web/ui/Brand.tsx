import { Logo } from './Logo.tsx'

/** The mark and the name, as they always stand together. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-subtitle">
      <Logo />
      Ritmo
    </span>
  )
}
