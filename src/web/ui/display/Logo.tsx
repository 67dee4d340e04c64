import { LogoMark } from './LogoMark.tsx'

/** The mark and the name of the product. */
export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-subtitle">
      <LogoMark />
      Ritmo
    </span>
  )
}
