const padToTwo = (value: number) => String(value).padStart(2, '0')

/** `17:42`, `1:04:38` */
export function formatClock(seconds: number) {
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours === 0
    ? `${padToTwo(minutes)}:${padToTwo(seconds % 60)}`
    : `${hours}:${padToTwo(minutes)}:${padToTwo(seconds % 60)}`
}
