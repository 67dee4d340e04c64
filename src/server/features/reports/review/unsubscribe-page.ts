import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '#core/language.ts'
import type { Db } from '#server/db/connect.ts'
import { deleteReviewMail } from './mail-queries.ts'
import { type UnsubscribePageText, unsubscribePageTexts } from './review-email-texts.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

interface Parts {
  db: Db
  tokens: UnsubscribeTokens
}

type TokenRequest = FastifyRequest<{ Params: { token: string } }>

/**
 * The page behind the link that ends the mails. Opening it changes nothing, because programs that check mails open links.
 * Mail programs post to the same address when their own button is pressed (RFC 8058), without cookies or a session.
 */
export async function unsubscribePage(app: FastifyInstance, { db, tokens }: Parts) {
  await app.register(async (pages) => {
    // What the form has to say is in the address.
    pages.addContentTypeParser(FORMS, (_request, body, done) => {
      body.resume()
      body.on('end', () => done(null))
    })

    pages.get('/unsubscribe/:token', (request: TokenRequest, reply) => {
      const text = textOf(request)
      const form = `<p>${text.question}</p><form method="post"><button>${text.button}</button></form>`
      return replyWithPage(reply, text, tokens.userOf(request.params.token) === undefined ? undefined : form)
    })

    pages.post('/unsubscribe/:token', async (request: TokenRequest, reply) => {
      const userId = tokens.userOf(request.params.token)
      if (userId !== undefined) await deleteReviewMail(db, userId)
      const text = textOf(request)
      return replyWithPage(reply, text, userId && `<p>${text.done}</p>`)
    })
  })
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

function textOf({ headers }: FastifyRequest) {
  const languages = (headers['accept-language'] ?? '').split(',').map((part) => part.trim().slice(0, 2))
  const language: Language = languages.find(isLanguage) ?? 'en'
  return unsubscribePageTexts[language]
}

const STYLE = 'font: 16px/1.55 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem'

/** Without content the link is not ours. */
const replyWithPage = (reply: FastifyReply, { title }: UnsubscribePageText, content: string | undefined) =>
  reply
    .code(content === undefined ? 404 : 200)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'")
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>` +
        `<body style="${STYLE}"><h1>${title}</h1>${content ?? '<p>404</p>'}</body>`,
    )
