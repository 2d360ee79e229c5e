import drawings from './goods.svg?raw'

const defs = /<defs>[\s\S]*?<\/defs>/.exec(drawings)?.[0] ?? ''

export function drawGood(kind: string): string | undefined {
  const start = drawings.indexOf(`\n  <g id="${kind}" `)
  if (start < 0) return undefined
  const group = drawings.slice(drawings.indexOf('>', start) + 1, drawings.indexOf('\n  </g>', start))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240">${defs}${group}</svg>`
}
