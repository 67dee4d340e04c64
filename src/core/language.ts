export const LANGUAGES = ['en', 'es', 'tr'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)

/** The best of our languages for an `Accept-Language` header, or undefined when it names none of them. */
export function negotiateLanguage(header: string | undefined): Language | undefined {
  const wishes = (header ?? '').split(',').map((wish, position) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find((value) => value)
    return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality), position }
  })
  return wishes
    .filter((wish) => isLanguage(wish.language) && wish.quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.position - b.position)
    .map((wish) => wish.language)
    .find(isLanguage)
}
