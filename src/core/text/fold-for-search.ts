/** Text as it is searched: neither capitals nor accents count, nor which of its i's Turkish would write. */
export const foldForSearch = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
