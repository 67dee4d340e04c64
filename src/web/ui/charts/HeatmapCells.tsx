interface HeatmapCellsProps {
  /** How warm each cell is, from 0 to 4. */
  levels: readonly number[]
  positionOf: (index: number) => { x: number; y: number }
  width: number
  height: number
  radius: number
}

/** The cells of a map, all of a level as one shape: as hundreds of elements they would keep a slow telephone busy. */
export function HeatmapCells({ levels, positionOf: place, width, height, radius }: HeatmapCellsProps) {
  const shapes = ['', '', '', '', '']
  // A round pen of the same colour makes the corners round.
  const [across, down] = [Math.max(0, width - 2 * radius), Math.max(0, height - 2 * radius)]
  for (const [index, level] of levels.entries()) {
    const { x, y } = place(index)
    shapes[level] += `M${x + radius} ${y + radius}h${across}v${down}h${-across}z`
  }
  return shapes.map((shape, level) => {
    const color = `var(--heat-${level})`
    return <path key={level} d={shape} fill={color} stroke={color} strokeWidth={2 * radius} strokeLinejoin="round" />
  })
}
