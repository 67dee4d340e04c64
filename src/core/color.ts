/**
 * The colour of a project themes the whole app. Its hue is kept, its vividness scales the chroma, and every token has a
 * fixed lightness, so that the contrast is sufficient for any colour a user picks.
 */
export type Theme = 'light' | 'dark'

export const DEFAULT_COLOR = '#0284c7'

/** The suggestions of the colour picker, in order of hue. */
// prettier-ignore
export const CURATED_COLORS = [
  ['#dc2626', 'red'], ['#ea580c', 'orange'], ['#d97706', 'amber'], ['#65a30d', 'lime'], ['#16a34a', 'green'], ['#0f766e', 'teal'],
  ['#0284c7', 'sky'], ['#3b82f6', 'blue'], ['#4f46e5', 'indigo'], ['#7c3aed', 'violet'], ['#c026d3', 'fuchsia'], ['#db2777', 'pink'],
] as const

/** Keeps the colours of neighbours apart; it has no divisor in common with the 12 colours, so all of them are used. */
const COLOR_STEP = 5
const FIRST_COLOR = 7

/** The curated colours, each as different as possible from the one before it. */
export const DISTINCT_COLORS: readonly string[] = CURATED_COLORS.map(
  (_, index) => CURATED_COLORS[(FIRST_COLOR + index * COLOR_STEP) % CURATED_COLORS.length]![0],
)

/** The curated colour that occurs least among the used ones, so that new projects differ from those that exist. */
export function leastUsedColor(used: readonly string[]): string {
  const uses = (color: string) => used.filter((one) => one.toLowerCase() === color).length
  return DISTINCT_COLORS.reduce((best, color) => (uses(color) < uses(best) ? color : best))
}

/** Lightness 0–1, chroma 0–0.4, hue in degrees. */
type Oklch = readonly [lightness: number, chroma: number, hue: number]
type Triple = [number, number, number]

export type ThemeToken = keyof typeof LIGHT

/** Lightness and full chroma of a token. `warmth` is added for yellow and amber, which look muddy when dark. */
type TokenRecipe = readonly [lightness: number, chroma: number, warmth?: readonly [lightness: number, chroma: number]]

// prettier-ignore
const LIGHT = {
  canvas: [0.972, 0.008], surface: [0.993, 0.004], raised: [1, 0], line: [0.9, 0.012], 'line-strong': [0.6, 0.02],
  ink: [0.245, 0.03], 'ink-2': [0.44, 0.03], 'ink-3': [0.515, 0.028],
  stage: [0.335, 0.088, [0.065, 0.014]], 'stage-2': [0.385, 0.094, [0.055, 0.012]], 'stage-line': [0.5, 0.09, [0.045, 0]],
  'on-stage': [0.98, 0.014], 'on-stage-2': [0.865, 0.05],
  accent: [0.525, 0.15], 'accent-ink': [0.465, 0.135], 'on-accent': [0.99, 0.008], tint: [0.935, 0.03],
  'heat-0': [0.93, 0.01], 'heat-1': [0.86, 0.055], 'heat-2': [0.745, 0.1], 'heat-3': [0.61, 0.135], 'heat-4': [0.46, 0.13],
} satisfies Record<string, TokenRecipe>

// prettier-ignore
const DARK: Record<ThemeToken, TokenRecipe> = {
  canvas: [0.175, 0.014], surface: [0.212, 0.016], raised: [0.255, 0.018], line: [0.315, 0.018], 'line-strong': [0.56, 0.02],
  ink: [0.955, 0.008], 'ink-2': [0.775, 0.014], 'ink-3': [0.675, 0.016],
  stage: [0.255, 0.062, [0.03, 0]], 'stage-2': [0.31, 0.07, [0.03, 0]], 'stage-line': [0.415, 0.07, [0.03, 0]],
  'on-stage': [0.965, 0.02], 'on-stage-2': [0.81, 0.05],
  accent: [0.76, 0.14], 'accent-ink': [0.82, 0.115], 'on-accent': [0.19, 0.04], tint: [0.27, 0.04],
  'heat-0': [0.262, 0.012], 'heat-1': [0.36, 0.062], 'heat-2': [0.47, 0.095], 'heat-3': [0.6, 0.125], 'heat-4': [0.76, 0.14],
}

/**
 * A dark yellow is brown. So a bright yellow makes a bright stage with dark text on light ground, and an almost grey one
 * on dark ground, where its ticks are yellow.
 */
// prettier-ignore
const LIGHT_YELLOW: Record<ThemeToken, TokenRecipe> = {
  ...LIGHT,
  stage: [0.87, 0.155], 'stage-2': [0.81, 0.145], 'stage-line': [0.73, 0.125], 'on-stage': [0.27, 0.055], 'on-stage-2': [0.4, 0.075],
}
// prettier-ignore
const DARK_YELLOW: Record<ThemeToken, TokenRecipe> = {
  ...DARK,
  stage: [0.255, 0.022], 'stage-2': [0.31, 0.024], 'stage-line': [0.415, 0.03],
}
const RECIPES = { light: [LIGHT, LIGHT_YELLOW], dark: [DARK, DARK_YELLOW] } as const

export const HEX_COLOR = /^#[\da-fA-F]{6}$/
export const isHexColor = (text: string) => HEX_COLOR.test(text)

/** Every theme token as a CSS colour. */
export function themeTokens(hex: string, theme: Theme): Record<ThemeToken, string> {
  const picked = toClampedOklch(hex)
  const [, chroma, hue] = picked
  const vividness = 0.35 + 0.65 * Math.min(1, chroma / 0.16)
  const warmth = Math.exp(-(((hue - 78) / 30) ** 2))
  const steps = RECIPES[theme][isBrightYellow(picked) ? 1 : 0]
  const colors = Object.entries<TokenRecipe>(steps).map(([token, [lightness, fullChroma, lift = [0, 0]]]) => {
    const color = fitToGamut([lightness + lift[0] * warmth, (fullChroma + lift[1] * warmth) * vividness, hue])
    return [token, toCss(color)]
  })
  return Object.fromEntries(colors) as Record<ThemeToken, string>
}

const isBrightYellow = ([lightness, chroma, hue]: Oklch) => lightness > 0.7 && chroma > 0.1 && hue > 75 && hue < 118

/** The colour of a project, client or tag as a mark on a surface: its hue with a lightness that is visible there. */
export function toMarkColor(hex: string, theme: Theme): string {
  const [lightness, chroma, hue] = toClampedOklch(hex)
  const legible = theme === 'light' ? clamp(lightness, 0.48, 0.645) : clamp(lightness, 0.64, 0.8)
  return toCss(fitToGamut([legible, clamp(chroma, 0.05, 0.17), hue]))
}

/** The WCAG contrast ratio, 1 to 21, of two colours in the format of this module. */
export function contrastRatio(first: string, second: string): number {
  const [one, other] = [toLuminance(first), toLuminance(second)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** How different two colours look, in OKLab: 0 is equal, about 1 is black and white. */
export function colorDistance(first: string, second: string): number {
  const [one, other] = [first, second].map((hex) => toOklch(parseHex(hex))) as [Oklch, Oklch]
  const along = (angle: (radians: number) => number, [, chroma, hue]: Oklch) => chroma * angle(toRadians(hue))
  return Math.hypot(one[0] - other[0], ...[Math.cos, Math.sin].map((axis) => along(axis, one) - along(axis, other)))
}

/** Limits a colour to lightness 0.2 to 0.8 and saturation of at least 0.2, as HSL. */
export function clampColor(hex: string): Triple {
  const [hue, saturation, lightness] = toHsl(parseHex(hex))
  return [isGrey(saturation) ? DEFAULT_HSL_HUE : hue, Math.max(0.2, saturation), clamp(lightness, 0.2, 0.8)]
}

/** Greys have no hue, and the minimum saturation would turn them red, so they get the hue of the default colour. */
const DEFAULT_HSL_HUE = 200.6
const isGrey = (saturation: number) => saturation < 0.04

const toClampedOklch = (hex: string) => toOklch(fromHsl(clampColor(hex)))

function parseHex(hex: string): Triple {
  const value = Number.parseInt((isHexColor(hex) ? hex : DEFAULT_COLOR).slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

function toHsl([red, green, blue]: Triple): Triple {
  const max = Math.max(red, green, blue)
  const range = max - Math.min(red, green, blue)
  const lightness = max - range / 2
  if (range === 0) return [0, 0, lightness]
  const sector =
    max === red ? (green - blue) / range : max === green ? (blue - red) / range + 2 : (red - green) / range + 4
  return [(sector * 60 + 360) % 360, range / (1 - Math.abs(2 * lightness - 1)), lightness]
}

function fromHsl([hue, saturation, lightness]: Triple): Triple {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12
    return lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1))
  }
  return [channel(0), channel(8), channel(4)]
}

// The OKLab matrices are Björn Ottosson's published ones (https://bottosson.github.io/posts/oklab/).
function toOklch(rgb: Triple): Oklch {
  const [red, green, blue] = rgb.map(toLinear) as Triple
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  return [lightness, Math.hypot(a, b), (toDegrees(Math.atan2(b, a)) + 360) % 360]
}

function toLinearRgb([lightness, chroma, hue]: Oklch): Triple {
  const a = chroma * Math.cos(toRadians(hue))
  const b = chroma * Math.sin(toRadians(hue))
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** Reduces the chroma until an sRGB screen can show the colour. */
function fitToGamut([lightness, chroma, hue]: Oklch): Oklch {
  if (isInGamut([lightness, chroma, hue])) return [lightness, chroma, hue]
  let [low, high] = [0, chroma]
  for (let round = 0; round < 18; round++) {
    const middle = (low + high) / 2
    if (isInGamut([lightness, middle, hue])) low = middle
    else high = middle
  }
  return [lightness, low, hue]
}

const isInGamut = (color: Oklch) => toLinearRgb(color).every((channel) => channel >= -0.0005 && channel <= 1.0005)

const toCss = ([lightness, chroma, hue]: Oklch) =>
  `oklch(${round(lightness * 100, 2)}% ${round(chroma, 4)} ${round(hue, 2)})`

function toLuminance(css: string): number {
  const [percent, chroma, hue] = Array.from(css.matchAll(/[\d.]+/g), ([number]) => Number(number)) as Triple
  const [red, green, blue] = toLinearRgb([percent / 100, chroma, hue]).map((channel) => clamp(channel, 0, 1)) as Triple
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const round = (value: number, digits: number) => Number(value.toFixed(digits))
const toDegrees = (radians: number) => (radians * 180) / Math.PI
const toRadians = (degrees: number) => (degrees * Math.PI) / 180
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
