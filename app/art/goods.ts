import { brand } from '#app/kit/brand.ts'
import { letteringPath } from './pantograph/lettering.ts'

export function drawGood(kind: string): string | undefined {
  if (!Object.hasOwn(drawings, kind)) return undefined
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240">${defs}${drawings[kind as keyof typeof drawings]()}</svg>`
}

const stop = (offset: number, color: string) => `<stop offset="${offset}" stop-color="${color}"/>`

function gradient(id: string, axis: 'down' | 'slant' | 'across', ...colors: (string | [number, string])[]) {
  const ends = { down: 'x2="0" y2="1"', slant: 'x2="1" y2="1"', across: 'x2="1" y2="0"' }[axis]
  const stops = colors.map((color, at) =>
    typeof color === 'string' ? stop(at / (colors.length - 1), color) : stop(...color),
  )
  return `<linearGradient id="${id}" x1="0" y1="0" ${ends}>${stops.join('')}</linearGradient>`
}

const round = (id: string, axis: 'down' | 'across', rim: string, lit: string, mid: string, dark: string) =>
  gradient(id, axis, [0, rim], [0.13, lit], [0.5, mid], [0.9, dark], [1, rim])

const bevel = (id: string, blur: number, scale: number, light: string) =>
  `<filter id="${id}" x="-5%" y="-5%" width="110%" height="110%" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="${blur}" result="h"/><feDiffuseLighting in="h" surfaceScale="${scale}" diffuseConstant="1.16" lighting-color="#fff" result="d"><feDistantLight azimuth="232" elevation="56"/></feDiffuseLighting><feBlend in="SourceGraphic" in2="d" mode="multiply" result="m"/>${light}<feComposite in2="SourceAlpha" operator="in"/></filter>`

const gloss =
  '<feSpecularLighting in="h" surfaceScale="4.2" specularConstant=".85" specularExponent="15" lighting-color="#efe8d2" result="s"><feDistantLight azimuth="232" elevation="44"/></feSpecularLighting><feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 .16 0 0 0 -.04" result="n"/><feComposite in="m" in2="s" operator="arithmetic" k2="1" k3=".62" result="ms"/><feBlend in="n" in2="ms" mode="overlay"/>'

const weaving = (id: string, size: number, over: string, under: string, extra = '') =>
  `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"${extra}>${over}${under}</pattern>`

const defs = `<defs>${[
  bevel('hard', 2.1, 3.6, gloss),
  bevel('soft', 4.5, 7, ''),
  gradient('poly', 'slant', '#6f6d64', '#56544d', '#3b3a35'),
  gradient('poly2', 'down', '#807d72', '#4a4842'),
  round('tube', 'down', '#3a3934', '#b4b0a1', '#45443e', '#191815'),
  round('bright', 'down', '#77746b', '#e0dccd', '#8c887c', '#3a3833'),
  round('kraft', 'down', '#6b543a', '#c7a67a', '#8f7049', '#3f2f1c'),
  round('black', 'across', '#26251f', '#6f6d62', '#33322d', '#121210'),
  gradient('steel', 'down', '#8f8b80', [0.25, '#c9c4b4'], [0.6, '#6f6b61'], '#3c3a34'),
  gradient('brass', 'down', '#8a6a30', [0.35, '#f0d690'], '#6a4c1e'),
  gradient('brassv', 'across', '#8a6a30', [0.35, '#f0d690'], '#6a4c1e'),
  gradient('copperv', 'across', '#7a3f22', [0.35, '#dd9a6c'], '#5b2c15'),
  gradient('bristle', 'down', '#c79a4e', '#f2d48a', '#7d5a24'),
  gradient('sleeve', 'down', '#4a453b', [0.22, '#a0967e'], [0.55, '#6b6353'], '#2b2720'),
  gradient('web', 'down', '#5d5a50', '#3f3d36'),
  gradient('strap', 'slant', '#78735f', '#4b4839'),
  gradient('cloth', 'slant', '#6b675a', '#47443a'),
  gradient('lens', 'down', '#fff7dc', '#cfd8d4', '#62706e'),
  '<linearGradient id="turn" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-opacity=".5"/><stop offset=".24" stop-color="#fff8e1" stop-opacity=".18"/><stop offset=".55" stop-opacity=".08"/><stop offset="1" stop-opacity=".66"/></linearGradient>',
  '<radialGradient id="ball" cx=".36" cy=".32"><stop offset="0" stop-color="#f6dfa0"/><stop offset=".6" stop-color="#b48a40"/><stop offset="1" stop-color="#5e431a"/></radialGradient>',
  weaving(
    'weave',
    12,
    '<path d="M0 3H6M6 9H12" stroke="#c6bb9e" stroke-opacity=".55" stroke-width="4.4"/>',
    '<path d="M3 6V12M9 0V6" stroke="#1b1812" stroke-opacity=".6" stroke-width="4.4"/>',
    ' patternTransform="rotate(45)"',
  ),
  weaving(
    'nylon',
    4,
    '<path d="M0 1H2M2 3H4" stroke="#000" stroke-opacity=".5"/>',
    '<path d="M1 2V4M3 0V2" stroke="#fff" stroke-opacity=".12"/>',
  ),
  weaving(
    'knurl',
    7,
    '<path d="M0 0L7 7M7 0L0 7" stroke="#0b0b09" stroke-opacity=".75" stroke-width="1.7"/>',
    '<path d="M0 1.6L5.4 7M1.6 0L7 5.4" stroke="#fff6dc" stroke-opacity=".22"/>',
  ),
].join('')}</defs>`

const path = (fill: string, d: string, more = '') => `<path fill="url(#${fill})" d="${d}"${more}/>`
const plate = (fill: string, x: number, y: number, width: number, height: number, radius = 2, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill.startsWith('#') ? fill : `url(#${fill})`}"${more}/>`
const disc = (fill: string, x: number, y: number, radius: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill.startsWith('#') ? fill : `url(#${fill})`}"/>`
const hard = (...parts: string[]) => `<g filter="url(#hard)">${parts.join('')}</g>`
const soft = (...parts: string[]) => `<g filter="url(#soft)">${parts.join('')}</g>`
const placed = (transform: string, ...parts: string[]) => `<g transform="${transform}">${parts.join('')}</g>`
const line = (d: string, color: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}"${more}/>`
const thread = (d: string) => line(d, '#d8cfb6', 1.3, ' stroke-opacity=".42" stroke-dasharray="4.5 3"')
const shine = (d: string) => line(d, '#fff6dc', 1.6, ' stroke-opacity=".3" stroke-linecap="round"')

function groove(d: string, width: number): string {
  const cap = ' stroke-linecap="round"'
  return (
    line(d, '#0b0b09', width, `${cap} stroke-opacity=".72"`) +
    line(d, '#fff6dc', width * 0.55, `${cap} stroke-opacity=".26" transform="translate(.7 1.1)"`)
  )
}

function row(count: number, from: number, step: number, draw: (x: number) => string): string {
  return Array.from({ length: count }, (_, at) => draw(Number((from + at * step).toFixed(1)))).join('')
}

type Point = readonly [number, number]
type Edge = readonly [Point, Point, Point, Point]

type Body = { front: Edge; back: Edge }

const rifleBody: Body = {
  front: [
    [118.6, 34.3],
    [121, 92],
    [112, 140],
    [94.4, 189],
  ],
  back: [
    [192.5, 30.9],
    [195, 95],
    [184, 160],
    [163.8, 214.7],
  ],
}
const pistolBody: Body = {
  front: [
    [128, 24],
    [134, 78],
    [140, 130],
    [148, 200],
  ],
  back: [
    [178, 20],
    [184, 76],
    [190, 128],
    [198, 196],
  ],
}

function at({ front, back }: Body, across: number, down: number): string {
  const on = (edge: Edge, axis: 0 | 1) => {
    const [a, b, c, d] = edge.map((point) => point[axis]) as [number, number, number, number]
    const up = 1 - down
    return a * up ** 3 + 3 * b * up ** 2 * down + 3 * c * up * down ** 2 + d * down ** 3
  }
  return ([0, 1] as const)
    .map((axis) => (on(front, axis) * (1 - across) + on(back, axis) * across).toFixed(1))
    .join(' ')
}

function along(body: Body, across: number, from: number, to: number): string[] {
  return Array.from({ length: 13 }, (_, step) => at(body, across, from + ((to - from) * step) / 12))
}

function slab(body: Body, [left, right]: Point, [from, to]: Point): string {
  return `M${[...along(body, left, from, to), ...along(body, right, to, from)].join('L')}Z`
}

function rifleMagazine(until = 1, ribs = 9): string {
  const body = rifleBody
  const cut = (across: number) => groove(`M${along(body, across, 0.1, until - 0.06).join('L')}`, 2)
  const rib = (_: number, step: number) => {
    const down = 0.26 + (step * (until - 0.36)) / Math.max(1, ribs - 1)
    return groove(`M${at(body, 0.29, down)}L${at(body, 0.69, down)}`, 5.4)
  }
  return [
    hard(path('brass', 'M132 24q28-12 62-2l6 10H130z')),
    hard(
      path('poly', 'M124 34L126 24H134V34ZM186 34V26L196 22L200 34Z'),
      path('poly', slab(body, [0, 1], [0, until])),
      path('poly2', slab(body, [-0.1, 1.06], [until - 0.01, until + 0.09])),
    ),
    cut(0.19),
    cut(0.81),
    ...Array.from({ length: ribs }, rib),
    groove(`M${at(body, 0, 0.17)}L${at(body, 1, 0.17)}`, 1.4),
    shine(`M${along(body, 0.05, 0.03, until - 0.04).join('L')}`),
  ].join('')
}

function pistolMagazine(): string {
  const holes = Array.from({ length: 9 }, (_, step) => {
    const [x = 0, y = 0] = at(pistolBody, 0.5, 0.16 + step * 0.095)
      .split(' ')
      .map(Number)
    return (
      disc('#060606', x, y, 4.4) +
      line(`M${x - 3} ${y + 4}q3 2.4 6.4 0`, '#fff6dc', 1.2, ' stroke-opacity=".4"')
    )
  })
  return [
    hard(path('brass', 'M134 22q4-14 22-14q16 0 22 10z')),
    hard(
      path('poly', slab(pistolBody, [0, 1], [0, 1])),
      path('poly2', slab(pistolBody, [-0.14, 1.2], [0.985, 1.09])),
    ),
    ...[0.16, 0.84].map((across) => groove(`M${along(pistolBody, across, 0.06, 0.94).join('L')}`, 1.8)),
    ...holes,
    shine(`M${along(pistolBody, 0.06, 0.03, 0.95).join('L')}`),
  ].join('')
}

const cartridge = (x: number) =>
  hard(
    path('brassv', `M${x} 176V104l4-14h12l4 14V176z`),
    path('copperv', `M${x + 4} 92q0-34 6-50q6 16 6 50z`),
    path('brassv', `M${x - 1} 178h22v8h-22z`),
  ) + groove(`M${x + 1} 175h18`, 1.6)

const buckle = (x: number) =>
  hard(plate('web', x + 5, 70, 26, 100), plate('steel', x, 104, 36, 32, 4)) +
  plate('#0b0b0a', x + 8, 111, 20, 18) +
  plate('steel', x + 15, 107, 6, 26)

const pouch = (x: number) => {
  const sack = `M${x} 66q0-6 6-6h88q6 0 6 6l-4 142q0 10-10 10H${x + 14}q-10 0-10-10z`
  return [
    hard(path('poly', `M${x + 18} 70L${x + 22} 18H${x + 78}L${x + 80} 70z`)),
    groove(`M${x + 36} 20L${x + 34} 66M${x + 64} 20L${x + 66} 66`, 2),
    soft(path('cloth', sack)),
    path('nylon', sack, ' opacity=".5"'),
    ...[112, 150].map(
      (y) => hard(plate('web', x + 2, y, 96, 16, 1)) + thread(`M${x + 8} ${y + 3}h84M${x + 8} ${y + 13}h84`),
    ),
    line(`M${x + 10} 108L${x + 42} 40M${x + 90} 108L${x + 58} 40`, '#0c0c0b', 5),
    line(`M${x + 10} 107L${x + 42} 40M${x + 90} 107L${x + 58} 40`, '#77736a', 2.4, ' stroke-dasharray="3 2"'),
    hard(plate('web', x + 38, 24, 24, 36, 4)),
    thread(`M${x + 8} 68h84`),
  ].join('')
}

const railCover = (x: number, y: number) =>
  hard(plate('poly', x, y, 260, 36, 6)) +
  row(
    13,
    x + 9,
    18.9,
    (slot) => hard(plate('poly2', slot, y + 7, 12.6, 22, 3)) + plate('#090a09', slot + 3, y + 12, 6.6, 12),
  ) +
  shine(`M${x + 6} ${y + 3}h248`)

const brush = (x: number, y: number, length: number, reach: number) =>
  hard(plate('brass', x - 24, y - 2.5, length + 48, 5)) +
  row(Math.floor(length / 3.2), x, 3.2, (bristle) =>
    line(`M${bristle} ${y - reach}l1.6 ${2 * reach}`, 'url(#bristle)', 1.7),
  )

const strapPath =
  'M52 176C70 60 150 34 214 58C282 84 270 168 196 164C132 160 118 112 150 96C186 78 236 104 268 196'

const drawings = {
  'magazine-30': () => placed('translate(-16 -12) scale(1.12)', rifleMagazine()),
  'magazine-10': () => placed('translate(-44 8) scale(1.3)', rifleMagazine(0.56, 4)),
  'magazine-pistol': () => placed('translate(-12 0) scale(1.06)', pistolMagazine()),
  loader: () =>
    [
      hard(plate('poly', 22, 172, 276, 34, 6)),
      plate('#0a0a09', 34, 172, 252, 12, 3),
      row(10, 40, 24.4, cartridge),
      hard(
        plate('poly2', 22, 182, 276, 22, 4),
        plate('poly', 18, 150, 14, 54, 4),
        plate('poly', 288, 150, 14, 54, 4),
      ),
      row(16, 46, 15, (x) => groove(`M${x} 188v10`, 2.2)),
      shine('M28 184h262'),
    ].join(''),
  coupler: () =>
    [
      placed('translate(-30 -10) scale(.98)', rifleMagazine()),
      placed('translate(66 14) scale(.98)', rifleMagazine()),
      hard(
        path(
          'poly2',
          'M70 92L262 106Q268 107 267 113L261 160Q260 166 254 165L64 150Q58 149 59 143L64 98Q65 91 70 92Z',
        ),
      ),
      groove('M160 101L155 157', 3),
      ...(
        [
          [80, 105],
          [76, 138],
          [246, 118],
          [241, 151],
        ] as const
      ).map(([x, y]) => hard(disc('steel', x, y, 7)) + groove(`M${x - 3} ${y + 2}L${x + 3} ${y - 2}`, 2)),
      row(4, 98, 12, (x) => groove(`M${x} 118l-2 18`, 3.4)),
      row(4, 186, 12, (x) => groove(`M${x} 125l-2 18`, 3.4)),
    ].join(''),
  cover: () =>
    [
      hard(path('steel', 'M18 92H44V148H18q-5 0-5-5V97q0-5 5-5zM276 96H302q5 0 5 5V139q0 5-5 5H276z')),
      row(4, 282, 6, (x) => groove(`M${x} 97V143`, 1.6)),
      soft(plate('sleeve', 40, 74, 240, 92, 8)),
      plate('weave', 40, 74, 240, 92, 8, ' opacity=".9"'),
      plate('turn', 40, 74, 240, 92, 8),
      buckle(77),
      buckle(217),
      thread('M46 82H274M46 158H274'),
    ].join(''),
  'thread-protector': () =>
    [
      hard(path('bright', 'M96 56H216V184H96Q66 176 66 120Q66 64 96 56Z')),
      path('knurl', 'M112 56H196V184H112Q100 150 100 120Q100 90 112 56Z'),
      path('turn', 'M96 56H216V184H96Q66 176 66 120Q66 64 96 56Z', ' opacity=".55"'),
      groove('M104 57Q90 88 90 120Q90 152 104 183', 2.4),
      hard('<ellipse cx="216" cy="120" rx="34" ry="64" fill="url(#steel)"/>'),
      '<ellipse cx="217" cy="120" rx="21" ry="41" fill="#0a0a09"/>',
      row(5, 205, 4.4, (x) =>
        line(
          `M${x} ${84 + Math.abs(x - 214)}q13 36 0 ${72 - 2 * Math.abs(x - 214)}`,
          '#a8a396',
          1.6,
          ' stroke-opacity=".5"',
        ),
      ),
      line('M221 59.5a33 63 0 0 1 25 46', '#fff6dc', 2, ' stroke-opacity=".5" stroke-linecap="round"'),
    ].join(''),
  rod: () =>
    placed(
      'rotate(-24 160 120)',
      hard(plate('kraft', -2, 130, 270, 50, 3)),
      row(9, 20, 30, (x) => line(`M${x} 130l-22 50`, '#2b1f10', 1, ' stroke-opacity=".35"')),
      hard(plate('black', 262, 126, 34, 58, 6)),
      groove('M272 128v54', 2),
      hard(path('bright', 'M10 84H292L318 90.5V91.5L292 98H10Q4 98 4 91Q4 84 10 84Z')),
      groove('M30 85V97', 1.6),
      groove('M42 85V97', 1.6),
      shine('M14 86.5H290'),
    ),
  light: () =>
    [
      hard(
        path('tube', 'M34 96h26v60H34q-8 0-8-8v-44q0-8 8-8z'),
        path('tube', 'M60 90H196V162H60z'),
        path('tube', 'M196 90L222 74H292q6 0 6 6V172q0 6-6 6H222L196 162z'),
      ),
      hard(path('poly', 'M92 162H190L184 190H98z'), path('tube', 'M84 190H198V202H84z')),
      row(9, 90, 13, (x) => line(`M${x} 202v-8`, '#0b0b09', 3, ' stroke-opacity=".72"')),
      row(13, 74, 5.6, (x) => groove(`M${x} 97V155`, 1.7)),
      groove('M60 94V158M156 94V158M196 94V158', 2),
      row(4, 238, 11, (x) => groove(`M${x} 79V173`, 4.2)),
      path('lens', 'M291 80h7q5 46 0 92h-7z'),
      hard(disc('poly2', 176, 126, 8)),
      line('M171 126h10', '#0b0b09', 2, ' stroke-opacity=".72"'),
      shine('M62 100H194M222 86H290'),
    ].join(''),
  sling: () =>
    [
      hard(line(strapPath, 'url(#strap)', 30)),
      line(strapPath, '#000', 27, ' stroke-opacity=".28" stroke-dasharray=".8 1.4"'),
      line(strapPath, '#0c0c0a', 20.6, ' stroke-opacity=".6"'),
      line(strapPath, '#6a6655', 18.4),
      line(strapPath, '#000', 18.4, ' stroke-opacity=".3" stroke-dasharray=".8 1.4"'),
      hard(
        path(
          'steel',
          'M34 168q0-8 8-8h24q8 0 8 8v22q0 8-8 8H42q-8 0-8-8zM44 172v12h20v-12z',
          ' fill-rule="evenodd"',
        ),
        path('steel', 'M48 198h12v10q10 4 10 14t-16 10q-16 0-16-10t10-14z'),
        path(
          'steel',
          'M246 186q0-8 8-8h28q8 0 8 8v20q0 8-8 8h-28q-8 0-8-8zM256 190v12h24v-12z',
          ' fill-rule="evenodd"',
        ),
      ),
      hard(
        plate('poly', 188, 42, 34, 40, 4, ' transform="rotate(22 205 62)"'),
        path('web', 'M214 78l16 40-14 6-14-38z'),
      ),
    ].join(''),
  'rail-covers': () => railCover(22, 58) + railCover(38, 108) + railCover(22, 158),
  pouch: () => pouch(56) + pouch(166),
  kit: () =>
    [
      soft(plate('poly', 26, 40, 268, 164, 14)),
      plate('#0c0d0b', 40, 54, 240, 136, 7),
      ...[68, 92].map(
        (y) =>
          plate('#050505', 54, y, 150, 13, 6) +
          hard(plate('bright', 58, y + 2.4, 128, 7.6), plate('brass', 186, y + 3.6, 12, 5)),
      ),
      plate('#050505', 54, 115, 150, 34, 6),
      brush(84, 132, 94, 14),
      plate('#050505', 54, 150, 150, 28, 6),
      brush(84, 164, 94, 11),
      ...[82, 122, 162].map(
        (y) => disc('#050505', 240, y, 17) + hard(disc('ball', 240, y, 13.5)) + disc('#2a2010', 240, y, 5),
      ),
      hard(plate('poly2', 136, 196, 48, 14, 3)),
    ].join(''),
  cable: () => {
    const coil = [78, 66, 54]
      .map(
        (radius) =>
          `M${150 - radius} 116a${radius} ${radius * 0.9} 0 1 0 ${2 * radius} 0a${radius} ${radius * 0.9} 0 1 0 ${-2 * radius} 0`,
      )
      .join('')
    const ends = 'M72 116C72 60 50 40 34 40M228 116C228 170 232 196 206 204'
    return [
      hard(line(coil + ends, '#4c4a42', 8.5)),
      shine('M76 92A78 70 0 0 1 138 48M92 96A66 59 0 0 1 142 58'),
      hard(plate('poly', 16, 12, 20, 62, 8), plate('steel', 34, 34, 16, 12, 3)),
      placed('rotate(-7 240 206)', brush(222, 206, 66, 15), hard(plate('steel', 196, 200, 20, 12, 3))),
      hard(plate('web', 138, 174, 24, 24, 4)),
    ].join('')
  },
  bottle: () =>
    [
      hard(path('steel', 'M155 8h6l3 50h-12z')),
      hard(path('black', 'M138 58h40v24h-40z')),
      row(7, 142, 5.4, (x) => groove(`M${x} 61v18`, 1.6)),
      soft(
        path('black', 'M112 118Q112 96 138 84H178Q204 96 204 118V214Q204 226 192 226H124Q112 226 112 214Z'),
      ),
      path(
        'turn',
        'M112 118Q112 96 138 84H178Q204 96 204 118V214Q204 226 192 226H124Q112 226 112 214Z',
        ' opacity=".25"',
      ),
      plate('kraft', 112, 126, 92, 78, 0, ' opacity=".92"'),
      line(
        letteringPath(brand, { x: 158, y: 158, height: 20, anchor: 'middle' }),
        '#171209',
        2.6,
        ' stroke-linecap="round" stroke-linejoin="round"',
      ),
      line(
        letteringPath('Clean and oil', { x: 158, y: 180, height: 6.6, anchor: 'middle', tracking: 0.06 }),
        '#171209',
        1.3,
        ' stroke-linecap="round"',
      ),
      line('M124 190h68', '#171209', 1.4),
      shine('M120 120V210'),
    ].join(''),
}
