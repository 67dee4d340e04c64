interface HeatmapCellsProps {
  /** Level of each cell, from 0 to 4. */
  levels: readonly number[]
  positionOf: (index: number) => { x: number; y: number }
  width: number
  height: number
  radius: number
}

/** The cells of a heatmap as one path per level: hundreds of elements would be slow on a phone. */
export function HeatmapCells({ levels, positionOf, width, height, radius }: HeatmapCellsProps) {
  const shapes = ['', '', '', '', '']
  // A stroke with round joins in the same colour rounds the corners.
  const [across, down] = [Math.max(0, width - 2 * radius), Math.max(0, height - 2 * radius)]
  for (const [index, level] of levels.entries()) {
    const { x, y } = positionOf(index)
    shapes[level] += `M${x + radius} ${y + radius}h${across}v${down}h${-across}z`
  }
  return shapes.map((shape, level) => {
    const color = `var(--heat-${level})`
    return <path key={level} d={shape} fill={color} stroke={color} strokeWidth={2 * radius} strokeLinejoin="round" />
  })
}
