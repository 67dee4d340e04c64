/** Removes case, accents and the difference between the Turkish i and ı, for searching. */
export const foldForSearch = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
