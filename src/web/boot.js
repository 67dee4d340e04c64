// oxlint-disable no-unused-vars -- ES5 has no `catch` without a name.
// Runs before everything else and before the first paint. In ES5, so that an old browser can tell that it is too old.

// Shows a page for older browsers instead of the app. `oldest-browsers.ts` of the build says which these features exclude.
var isSupported = (function () {
  try {
    return 'toSorted' in [] && !!RegExp('(?<=a)') && CSS.supports('color', 'color-mix(in oklab, red, red)')
  } catch (error) {
    return false
  }
})()
if (!isSupported)
  document.addEventListener('DOMContentLoaded', function () {
    var message = document.getElementById('old-browser')
    document.body.removeChild(document.getElementById('root'))
    // A browser without templates already shows it.
    if (message.content) document.body.appendChild(message.content)
  })

// The path of PUBLIC_URL, if the site is not at the root. The keys of storage end with it, see `base-path.ts`.
var basePath = document.documentElement.dataset.base || ''

// Sets theme and hue, so that no page flashes in the wrong colours. `ui/theme/theme.ts` stores them.
;(function () {
  var root = document.documentElement
  var theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  var tokens = {}
  try {
    var chosen = localStorage.getItem('theme' + basePath)
    if (chosen === 'light' || chosen === 'dark') theme = chosen
    tokens = JSON.parse(localStorage.getItem('theme-tokens' + basePath))[theme]
  } catch (error) {
    // Without readable storage the defaults of the style sheet stay.
  }
  root.dataset.theme = theme
  root.style.colorScheme = theme
  for (var name in tokens)
    if (/^oklch\([\d. %]+\)$/.test(tokens[name])) root.style.setProperty('--' + name, tokens[name])
})()

// The content security policy blocks HTML from strings and script URLs unless this policy returns them. It allows the
// empty string, with which React Aria clears its live region, and the scripts of our two workers.
if (window.trustedTypes) {
  window.trustedTypes.createPolicy('default', {
    createHTML: function (html) {
      return html === '' ? html : null
    },
    createScriptURL: function (address) {
      return address === basePath + '/sw.js' || /^[^?#]*\/assets\/background-ticker-[\w-]+\.js$/.test(address)
        ? address
        : null
    },
  })
}

// Every page of a signed-in user needs the profile, so this requests it early. `api/call.ts` uses the response.
;(function () {
  try {
    var token = localStorage.getItem('token' + basePath)
    if (token === null || !isSupported) return
    var url = basePath + '/api/users/profile'
    var headers = { authorization: 'Bearer ' + token, 'x-auth-token': token }
    var response = fetch(url, { headers: headers, signal: AbortSignal.timeout(30000) })
    response.catch(function () {})
    window.earlyRequest = { url: url, token: token, response: response }
  } catch (error) {
    // Without storage no user is signed in, and nothing is requested.
  }
})()

// Preloads the files of this page, which the browser would otherwise discover only when the entry script runs.
;(function () {
  try {
    var visitor = localStorage.getItem('token' + basePath) === null ? 'anonymous' : 'user'
    var language = (localStorage.getItem('language' + basePath) || navigator.language).slice(0, 2)
    var page = visitor + ' ' + location.pathname.slice(basePath.length)
    var keys = [visitor, visitor + ' ' + language, page, page + ' ' + language]
    document.currentScript.dataset.files.split(', ').forEach(function (list) {
      var parts = list.split(': ')
      if (!isSupported || keys.indexOf(parts[0]) < 0) return
      parts[1].split(' ').forEach(function (file) {
        var link = document.createElement('link')
        link.rel = 'modulepreload'
        link.crossOrigin = ''
        link.href = basePath + '/assets/' + file + '.js'
        document.head.append(link)
      })
    })
  } catch (error) {
    // Without a build or without storage there is no preload: the files load a little later.
  }
})()
