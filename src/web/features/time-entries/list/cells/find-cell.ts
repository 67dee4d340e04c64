/** The cell that is some steps from another one in the same row. */
export function findCell(from: Element | null, step: number): HTMLElement | undefined {
  const cells = [...(from?.closest('li')?.querySelectorAll<HTMLElement>('[data-cursor]') ?? [])]
  return cells[cells.findIndex((cell) => cell === from) + step]
}
