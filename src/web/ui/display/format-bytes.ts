import { toLocale } from '#core/language.ts'

const MEGABYTE = 1_000_000

/** `640 kB`, `12.3 MB` */
export function formatBytes(bytes: number, language: string): string {
  const isLarge = bytes >= MEGABYTE
  return new Intl.NumberFormat(toLocale(language), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(bytes / (isLarge ? MEGABYTE : 1_000))
}
