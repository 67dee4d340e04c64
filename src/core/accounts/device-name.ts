/** In the order to look: most browsers also name the ones they descend from. */
// prettier-ignore
const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//,       'Edge'],
  [/\b(OPR|Opera)\//,         'Opera'],
  [/\bSamsungBrowser\//,      'Samsung Internet'],
  [/\bVivaldi\//,             'Vivaldi'],
  [/\b(Firefox|FxiOS)\//,     'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//,              'Safari'],
]

// prettier-ignore
const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/,             'Android'],
  [/\biPhone\b/,              'iPhone'],
  [/\biPad\b/,                'iPad'],
  [/\bWindows\b/,             'Windows'],
  [/\bMac OS X\b/,            'macOS'],
  [/\bCrOS\b/,                'ChromeOS'],
  [/\bLinux\b/,               'Linux'],
]

/** What people call the thing they signed in with, as far as its browser says. */
export function describeDevice(userAgent: string) {
  return { browser: firstMatch(BROWSERS, userAgent), system: firstMatch(SYSTEMS, userAgent) }
}

const firstMatch = (known: [RegExp, string][], text: string) =>
  known.find(([pattern]) => pattern.test(text))?.[1] ?? null
