const MAX_STEPS = 20

/**
 * Visits an OpenID provider as a browser does: follows redirects with cookies, and fills the forms for sign-in, consent
 * and sign-out.
 */
export function createProviderVisitor() {
  const cookies = new Map<string, string>()

  /** Returns the query of the first address outside of the provider. */
  return async function visit(address: string, login = ''): Promise<string> {
    const { origin } = new URL(address)
    let next: { url: string; body?: URLSearchParams } = { url: address }
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const reply = await request(next, cookies)
      const location = reply.headers.get('location')
      const target = location === null ? undefined : new URL(location, next.url)
      if (target !== undefined && target.origin !== origin) return target.search.slice(1)
      next = target === undefined ? fillForm(await reply.text(), next.url, login) : { url: target.href }
    }
    throw new Error('The provider redirects without end')
  }
}

async function request({ url, body }: { url: string; body?: URLSearchParams }, cookies: Map<string, string>) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(url, {
    redirect: 'manual',
    headers: { cookie, accept: 'text/html' },
    ...(body !== undefined && { method: 'POST', body }),
  })
  for (const line of reply.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return reply
}

function fillForm(page: string, url: string, login: string) {
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
  if (action === undefined) throw new Error(`The provider shows no form: ${page}`)
  const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const fields = hidden.map(([, name = '', value = '']): [string, string] => [name, value])
  const body = new URLSearchParams([...fields, ['login', login], ['password', 'any'], ['logout', 'yes']])
  return { url: new URL(action, url).href, body }
}
