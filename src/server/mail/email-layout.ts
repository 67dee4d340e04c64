import type { Language } from '#core/language.ts'
import type { Mail } from './transport.ts'

/** The text of an email, from top to bottom. */
export interface EmailText {
  subject: string
  lines: readonly string[]
  button?: string
  /** Small text at the end. */
  footnote: string
}

/** Renders an email as text and as HTML. Styles are inline, because mail programs remove all others. */
export function renderEmail(to: string, content: EmailText & { language: Language }, link?: string): Mail {
  const { subject, lines, button, footnote, language } = content
  const text = [...lines, ...(link ? [link] : []), footnote, '-- \nRitmo'].join('\n\n')
  const html = `<!doctype html>
<html lang="${language}"><body style="margin:0;padding:32px 16px;background:#f4f7f9;font:16px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif;color:#17222b">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dde5ea;border-radius:14px">
<p style="margin:0 0 24px;font-weight:600;color:#0b5c88">Ritmo</p>
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3;font-weight:600">${escape(subject)}</h1>
${lines.map((line) => `<p style="margin:0 0 16px">${escape(line)}</p>`).join('\n')}
${link && button ? renderButton(link, button) : ''}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #dde5ea;font-size:14px;color:#51626e">${escape(footnote)}</p>
</div>
</body></html>
`
  return { to, subject, text, html, ...(link && { link }) }
}

function renderButton(link: string, button: string) {
  const href = escape(link)
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#0b6ea3;color:#ffffff;font-weight:600;text-decoration:none">${escape(button)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#51626e;word-break:break-all">${href}</p>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
