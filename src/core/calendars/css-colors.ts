import { colorDistance } from '#core/color.ts'
import { memoize } from '#core/memoize.ts'

/** Names of CSS colours, from which `COLOR` of RFC 7986 takes its value. */
const COLORS = `
  black 000000, dimgray 696969, gray 808080, darkgray a9a9a9, lightgray d3d3d3, white ffffff, slategray 708090,
  darkslategray 2f4f4f, maroon 800000, darkred 8b0000, firebrick b22222, brown a52a2a, crimson dc143c, red ff0000,
  tomato ff6347, coral ff7f50, salmon fa8072, indianred cd5c5c, rosybrown bc8f8f, orangered ff4500, darkorange ff8c00,
  orange ffa500, chocolate d2691e, sienna a0522d, saddlebrown 8b4513, peru cd853f, tan d2b48c, goldenrod daa520,
  darkgoldenrod b8860b, gold ffd700, khaki f0e68c, yellow ffff00, olive 808000, olivedrab 6b8e23, yellowgreen 9acd32,
  darkolivegreen 556b2f, chartreuse 7fff00, lime 00ff00, limegreen 32cd32, forestgreen 228b22, green 008000,
  darkgreen 006400, seagreen 2e8b57, mediumseagreen 3cb371, springgreen 00ff7f, lightgreen 90ee90, teal 008080,
  lightseagreen 20b2aa, turquoise 40e0d0, darkcyan 008b8b, aqua 00ffff, cadetblue 5f9ea0, skyblue 87ceeb,
  deepskyblue 00bfff, dodgerblue 1e90ff, steelblue 4682b4, cornflowerblue 6495ed, royalblue 4169e1, blue 0000ff,
  mediumblue 0000cd, navy 000080, midnightblue 191970, slateblue 6a5acd, mediumslateblue 7b68ee, blueviolet 8a2be2,
  indigo 4b0082, mediumpurple 9370db, rebeccapurple 663399, purple 800080, darkviolet 9400d3, darkorchid 9932cc,
  orchid da70d6, plum dda0dd, violet ee82ee, fuchsia ff00ff, mediumvioletred c71585, deeppink ff1493, hotpink ff69b4,
  palevioletred db7093, pink ffc0cb`

const NAMED = COLORS.split(',').map((entry) => entry.trim().split(' ') as [name: string, hex: string])

/** The name of the CSS colour that looks most like this one. */
export const cssColorName = memoize(1_000, (hex: string) => {
  const distances = NAMED.map(([name, named]) => ({ name, distance: colorDistance(hex, `#${named}`) }))
  return distances.reduce((best, one) => (one.distance < best.distance ? one : best)).name
})
