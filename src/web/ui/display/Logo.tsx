import { LogoMark } from './LogoMark.tsx'

/** The mark and the name, as they always stand together. */
export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-subtitle">
      <LogoMark />
      Ritmo
    </span>
  )
}
