/** Texts by namespace and name. A name that ends in `_one` or `_other` is a plural form. */
export type TextTree = { [name: string]: string | TextTree }

export type Params = Record<string, string | number>

/** The dotted keys of all texts in a tree. The plural forms of a text are one key. */
export type KeyOf<Texts, Path extends string = ''> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? `${Path}${WithoutPlural<Name>}`
    : KeyOf<Texts[Name], `${Path}${Name}.`>
}[keyof Texts & string]

type WithoutPlural<Name extends string> = Name extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : Name

/** Created on first use, because creating an Intl object is slow. */
export interface NumberFormats {
  plural: () => Intl.PluralRules
  number: () => Intl.NumberFormat
}

/** Returns the text of a key in the plural form for `count`, with `{{name}}`s filled in; an unknown key as it is. */
export function translate(
  texts: TextTree,
  { plural, number }: NumberFormats,
  key: string,
  params: Params = {},
): string {
  const { count } = params
  const form = typeof count === 'number' ? find(texts, `${key}_${plural().select(count)}`) : undefined
  const text = form ?? find(texts, key) ?? find(texts, `${key}_other`) ?? key
  return text.replaceAll(/{{(\w+)}}/g, (_, name: string) => {
    const value = params[name] ?? ''
    return typeof value === 'number' ? number().format(value) : value
  })
}

function find(texts: TextTree, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | TextTree | undefined>((tree, name) => (typeof tree === 'object' ? tree[name] : undefined), texts)
  return typeof found === 'string' ? found : undefined
}
