// Runs before everything else and before the first paint.

// Sets theme and hue, so that no page flashes in the wrong colours. `ui/theme.ts` stores them.
;(function () {
  var root = document.documentElement
  var theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  var tokens = {}
  try {
    var chosen = localStorage.getItem('theme')
    if (chosen === 'light' || chosen === 'dark') theme = chosen
    tokens = JSON.parse(localStorage.getItem('theme-tokens'))[theme]
  } catch {
    // Without readable storage the defaults of the style sheet stay.
  }
  root.dataset.theme = theme
  root.style.colorScheme = theme
  for (var name in tokens)
    if (/^oklch\([\d. %]+\)$/.test(tokens[name])) root.style.setProperty('--' + name, tokens[name])
})()

// The content policy forbids HTML from strings and scripts by address. React Aria clears its live region with an empty
// string, so that one passes; our two workers are the only scripts that pass.
if (window.trustedTypes) {
  window.trustedTypes.createPolicy('default', {
    createHTML: function (html) {
      return html === '' ? html : null
    },
    createScriptURL: function (address) {
      return address === '/sw.js' || /^[^?#]*\/assets\/background-ticker-[\w-]+\.js$/.test(address) ? address : null
    },
  })
}

// A page of a user waits for the profile, so the request starts here. `api/call.ts` picks up the response.
;(function () {
  try {
    var token = localStorage.getItem('token')
    if (token === null) return
    var url = '/api/users/profile'
    var headers = { authorization: 'Bearer ' + token, 'x-auth-token': token }
    var response = fetch(url, { headers: headers, signal: AbortSignal.timeout(30000) })
    response.catch(function () {})
    window.earlyRequest = { url: url, token: token, response: response }
  } catch {
    // Without storage the app asks a little later.
  }
})()

// Preloads the files of this page. Without it, the browser learns of them only when the entry script has run.
;(function () {
  try {
    var visitor = localStorage.getItem('token') === null ? 'anonymous' : 'user'
    var language = (localStorage.getItem('language') || navigator.language).slice(0, 2)
    var page = visitor + ' ' + location.pathname
    var keys = [visitor, visitor + ' ' + language, page, page + ' ' + language]
    document.currentScript.dataset.files.split(', ').forEach(function (list) {
      var [key, files] = list.split(': ')
      if (!keys.includes(key)) return
      files.split(' ').forEach(function (file) {
        var link = document.createElement('link')
        link.rel = 'modulepreload'
        link.crossOrigin = ''
        link.href = '/assets/' + file + '.js'
        document.head.append(link)
      })
    })
  } catch {
    // Without a build or without storage the files load a little later.
  }
})()
