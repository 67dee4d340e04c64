// Runs before everything else and before the first paint.

// No page may flash in the wrong theme or hue. `ui/theme.ts` writes what is read here.
;(function () {
  var root = document.documentElement
  var theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  var tokens = {}
  try {
    var chosen = localStorage.getItem('theme')
    if (chosen === 'light' || chosen === 'dark') theme = chosen
    tokens = JSON.parse(localStorage.getItem('theme-tokens'))[theme]
  } catch {
    // No storage, or nothing readable in it: the style sheet has defaults.
  }
  root.dataset.theme = theme
  root.style.colorScheme = theme
  for (var name in tokens)
    if (/^oklch\([\d. %]+\)$/.test(tokens[name])) root.style.setProperty('--' + name, tokens[name])
})()

// The content policy lets nobody set HTML from a string. React Aria empties its live region so: the empty string may pass.
// Nor may anybody load a script by its address, but for our two workers.
if (window.trustedTypes) {
  window.trustedTypes.createPolicy('default', {
    createHTML: function (html) {
      return html === '' ? html : null
    },
    createScriptURL: function (address) {
      return address === '/sw.js' || /^[^?#]*\/assets\/pulse-[\w-]+\.js$/.test(address) ? address : null
    },
  })
}

// Nothing is shown to a user before the server has said who that is: it is asked at once. `api/call.ts` takes the answer.
;(function () {
  try {
    var token = localStorage.getItem('token')
    if (token === null) return
    var url = '/api/users/profile'
    var headers = { authorization: 'Bearer ' + token, 'x-auth-token': token }
    var response = fetch(url, { headers: headers, signal: AbortSignal.timeout(30000) })
    response.catch(function () {})
    window.asked = { url: url, token: token, response: response }
  } catch {
    // It is asked a little later.
  }
})()

// The files that the page will want are asked for at once: its first script would do so only when it is there itself.
;(function () {
  try {
    var who = localStorage.getItem('token') === null ? 'stranger' : 'user'
    var language = (localStorage.getItem('language') || navigator.language).slice(0, 2)
    var page = who + ' ' + location.pathname
    var wanted = [who, who + ' ' + language, page, page + ' ' + language]
    document.currentScript.dataset.files.split(', ').forEach(function (list) {
      var [key, files] = list.split(': ')
      if (!wanted.includes(key)) return
      files.split(' ').forEach(function (file) {
        var link = document.createElement('link')
        link.rel = 'modulepreload'
        link.crossOrigin = ''
        link.href = '/assets/' + file + '.js'
        document.head.append(link)
      })
    })
  } catch {
    // Not built, or no storage: they come a little later.
  }
})()
