// Time as a clock shows it: minutes and seconds, hours where there are any, tenths when little is left.
export function clockText(milliseconds: number, point = '.'): string {
  const tenths = Math.ceil(milliseconds / 100)
  if (tenths < 200) return `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}${point}${tenths % 10}`
  const seconds = Math.ceil(milliseconds / 1000)
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  const hours = Math.floor(seconds / 3600)
  const [minutes, rest] = parts.map((part) => String(part).padStart(2, '0'))
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${Number(minutes)}:${rest}`
}
