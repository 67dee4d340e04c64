/** Ordered, because most browsers also name the browsers they derive from. */
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

/** The names of browser and operating system in a user agent, null where unknown. */
export function describeDevice(userAgent: string) {
  return { browser: firstMatch(BROWSERS, userAgent), system: firstMatch(SYSTEMS, userAgent) }
}

const firstMatch = (known: [RegExp, string][], text: string) =>
  known.find(([pattern]) => pattern.test(text))?.[1] ?? null
