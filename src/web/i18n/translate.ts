/** Words by area and name; a name that ends in `_one` or `_other` is a plural form. */
export type TextTree = { [name: string]: string | TextTree }

export type Params = Record<string, string | number>

/** The dotted names of all texts in a tree, plural forms as one. */
export type KeyOf<Words, Path extends string = ''> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? `${Path}${WithoutPlural<Name>}`
    : KeyOf<Words[Name], `${Path}${Name}.`>
}[keyof Words & string]

type WithoutPlural<Name extends string> = Name extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : Name

/** How a language counts, and writes what it has counted. Made when first asked for: that takes a while. */
export interface NumberFormats {
  plural: () => Intl.PluralRules
  number: () => Intl.NumberFormat
}

/** The text of a key, in the plural form for `count`, with `{{name}}`s filled in. An unknown key stands for itself. */
export function translate(
  words: TextTree,
  { plural, number }: NumberFormats,
  key: string,
  params: Params = {},
): string {
  const { count } = params
  const form = typeof count === 'number' ? find(words, `${key}_${plural().select(count)}`) : undefined
  const text = form ?? find(words, key) ?? find(words, `${key}_other`) ?? key
  return text.replaceAll(/{{(\w+)}}/g, (_, name: string) => {
    const value = params[name] ?? ''
    return typeof value === 'number' ? number().format(value) : value
  })
}

function find(words: TextTree, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | TextTree | undefined>((tree, name) => (typeof tree === 'object' ? tree[name] : undefined), words)
  return typeof found === 'string' ? found : undefined
}
