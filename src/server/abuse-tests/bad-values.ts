const nested = (depth: number): unknown => (depth === 0 ? {} : { a: [nested(depth - 1)] })
/** Only `JSON.parse` makes `__proto__` an own key. */
const PROTOTYPE_POLLUTION: unknown[] = [
  JSON.parse('{"__proto__": {"isVerified": true}}'),
  JSON.parse('{"constructor": {"prototype": {"isVerified": true}}}'),
]

const WRONG_TYPES: unknown[] = [undefined, null, true, false, [], {}, [[]], [null], [{}], { length: 1 }, nested(50)]
const OPERATORS: unknown[] = [{ $ne: null }, { $gt: '' }, { $where: '1' }]

// prettier-ignore
const NUMBERS = [0, -0, -1, 1.5, 0.0005, 20.0000001, 2 ** 31, 2 ** 53, -(2 ** 53), 8.64e15, 8.64e15 + 1, 1e21, 1e308, -1e308, 5e-324]
const NUMBER_TEXTS = ['0', '-1', '1e3', '0x10', '1,5', '12abc', 'NaN', 'Infinity', '-Infinity', '9'.repeat(400)]

// prettier-ignore
const TEXTS = [
  '', ' ', '\t\n', 'undefined', 'null', 'true', '[object Object]', 'none',
  'a\0b', '\0', '\ud800', 'a\udc00\ud800b', '\ufeffa', '\ufffe', '\u202etxet', '\u200b', '\u2028', 'a\r\nBcc: b@example.org',
  'İıßﷺ', '👩‍👩‍👧‍👦', 'e\u0301'.repeat(60), 'x'.repeat(101), 'x'.repeat(2_001), 'é'.repeat(1_000), 'x'.repeat(60_000), 'x'.repeat(70_000),
  '%', '%00', '%ff', '%2e%2e%2f', '../../etc/passwd', '\\', '/', '?', '#', ';', ',', ',,,', ':',
]

// prettier-ignore
const ATTACKS = [
  "'", '"', '`', "' or '1'='1", "'; drop table users; --", '1); select pg_sleep(9); --', '%_%', '$1', ':id', '\\\'; --',
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'javascript:alert(1)', '${7*7}', '{{7*7}}', '=1+1', '@SUM(1)',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', '$ne', 'file:///etc/passwd', 'http://127.0.0.1:1/', 'https://fcm.googleapis.com@127.0.0.1/',
]

// prettier-ignore
const TIMES = [
  '2026-02-30T00:00:00Z', '2026-03-01', '2026-03-01T09:00', '2026-03-29T02:30:00', '2026-03-29T02:30:00+01:00', '2026-03-01T24:00:00Z', '2026-03-01T23:59:60Z',
  '0000-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z', '1999-12-31T23:59:59Z', '2100-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z', '2026-03-01T09:00:00.123456789Z', '2026-03-01T09:00:00+23:59', '2026-03-01T09:00:00-99:99', '2026-W10', '1999-12-31', '2099-12-31', '2026-13-01',
]

// prettier-ignore
const ZONES = ['Mars/Olympus', 'UTC', 'europe/madrid', 'Etc/GMT+14', 'Etc/GMT-14', '+25:00', '+01:00', 'EST5EDT', 'Pacific/Apia', 'GMT+1', 'Europe/Madrid\0']
const IDS = [
  '018f0000-0000-7000-8000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(64),
  'x'.repeat(65),
  '-',
  '123',
]

/** Values that users, programs and attackers send instead of valid ones. `undefined` removes the field. */
export const BAD_VALUES: readonly unknown[] = [
  ...WRONG_TYPES,
  ...PROTOTYPE_POLLUTION,
  ...OPERATORS,
  ...NUMBERS,
  ...NUMBER_TEXTS,
  ...TEXTS,
  ...ATTACKS,
  ...TIMES,
  ...ZONES,
  ...IDS,
]
