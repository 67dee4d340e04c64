import type { Notice } from './notice.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

/** Tells the page about the operator's notice of the first visit: `off`, or a text for each language. */
export function addNotice(notice: Notice | null | undefined) {
  if (notice === undefined) return undefined
  const tags = notice === null ? '<meta name="notice" content="off">' : Object.entries(notice).map(toTag).join('')
  return (page: string) => page.replace('</head>', () => `${tags}</head>`)
}

const toTag = ([language, text]: [string, string]) =>
  `<meta name="notice"${language === 'default' ? '' : ` lang="${language}"`} content="${escapeHtml(text)}">`
