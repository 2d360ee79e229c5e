/** In inches; the radius fillets it. */
export type Corner = readonly [x: number, y: number, radius?: number]

/** Rounds to a thousandth of an inch: finer than any screen shows, and it keeps path data short. */
export function inches(value: number): number {
  const rounded = Math.round(value * 1000) / 1000
  return rounded === 0 ? 0 : rounded
}

export function outline(points: readonly Corner[]): string {
  return `${points.map((corner, i) => cornerPath(points, corner, i, true)).join('')}Z`
}

export function polyline(points: readonly Corner[]): string {
  return points.map((corner, i) => cornerPath(points, corner, i, false)).join('')
}

export function box(x0: number, y0: number, x1: number, y1: number, radius = 0): string {
  return outline([
    [x0, y0, radius],
    [x1, y0, radius],
    [x1, y1, radius],
    [x0, y1, radius],
  ])
}

export function circle(x: number, y: number, radius: number): string {
  const r = inches(radius)
  const across = inches(2 * radius)
  return `M${inches(x - radius)} ${inches(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 ${-across} 0Z`
}

export function segment(x0: number, y0: number, x1: number, y1: number): string {
  return `M${inches(x0)} ${inches(y0)}L${inches(x1)} ${inches(y1)}`
}

/** `x,y` or `x,y,radius` parted by spaces, as in SVG's `points`: outlines of a dozen corners stay readable. */
export function corners(points: string, dx = 0, dy = 0): Corner[] {
  return points.split(' ').map((point) => {
    const [x = 0, y = 0, radius = 0] = point.split(',').map(Number)
    return [x + dx, y + dy, radius]
  })
}

export function repeat(count: number, draw: (index: number) => string): string {
  let d = ''
  for (let i = 0; i < count; i++) d += draw(i)
  return d
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function cornerPath(points: readonly Corner[], corner: Corner, i: number, closed: boolean): string {
  const [x, y, radius = 0] = corner
  const command = i === 0 ? 'M' : 'L'
  const sharp = `${command}${inches(x)} ${inches(y)}`
  const isEnd = !closed && (i === 0 || i === points.length - 1)
  if (radius === 0 || isEnd) return sharp

  const before = points.at(i - 1) ?? corner
  const after = points[(i + 1) % points.length] ?? corner
  const toBefore = Math.hypot(before[0] - x, before[1] - y)
  const toAfter = Math.hypot(after[0] - x, after[1] - y)
  // Two corners in one place have no direction between them to round.
  if (toBefore === 0 || toAfter === 0) return sharp
  const ax = (before[0] - x) / toBefore
  const ay = (before[1] - y) / toBefore
  const bx = (after[0] - x) / toAfter
  const by = (after[1] - y) / toAfter
  const angle = Math.acos(Math.max(-1, Math.min(1, ax * bx + ay * by)))
  if (angle > 3.1) return sharp

  // A fillet may eat at most half of either side: a larger radius is reduced to what fits.
  const wanted = radius / Math.tan(angle / 2)
  const reach = Math.min(wanted, toBefore * 0.499, toAfter * 0.499)
  const r = inches((radius * reach) / wanted)
  const sweep = ay * bx > ax * by ? 1 : 0
  const from = `${inches(x + ax * reach)} ${inches(y + ay * reach)}`
  const to = `${inches(x + bx * reach)} ${inches(y + by * reach)}`
  return `${command}${from}A${r} ${r} 0 0 ${sweep} ${to}`
}

/** Path data moved by an offset: absolute commands move, relative ones stay as they are. */
export function movePath(d: string, dx: number, dy: number): string {
  return d.replaceAll(/([A-Za-z])([^A-Za-z]*)/g, (_, command: string, list: string) => {
    const values = (list.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number)
    if (values.length === 0 || command === command.toLowerCase()) return command + list
    return command + values.map((value, i) => inches(value + shiftOf(command, i, dx, dy))).join(' ')
  })
}

function shiftOf(command: string, i: number, dx: number, dy: number): number {
  if (command === 'H') return dx
  if (command === 'V') return dy
  // Of an arc only the end is a place: radii, angle and flags are not.
  if (command === 'A') return i % 7 === 5 ? dx : i % 7 === 6 ? dy : 0
  return i % 2 === 0 ? dx : dy
}
