import { expect, test } from 'vitest'
import { type ArtFrameName, artFrames } from './art-frames.ts'
import { artThemes } from './art-theme.ts'
import { composeHeroSvg, drawGeometry } from './drop-art.ts'
import { hashText } from './noise.ts'
import type { UnitState } from './drawing.ts'

const frames = Object.keys(artFrames) as ArtFrameName[]
const subject = { slug: 'guerrilla-vol-1', theme: 'guerrilla', dropNumber: 4, total: 50 } as const

function mixedStates(total: number): UnitState[] {
  return Array.from({ length: total }, (_, i) => (['open', 'held', 'taken'] as const)[i % 3] ?? 'open')
}

function linesOf(svg: string) {
  return [...svg.matchAll(/<path class="([^"]+)" data-u="(\d+)" d="([^"]*)"\/>/g)].map(
    ([, name, unit, path]) => ({
      name,
      unit: Number(unit),
      path: path ?? '',
    }),
  )
}

for (const theme of artThemes) {
  test.each([1, 8, 50, 200])(`${theme} draws one line for each of %i units`, (total) => {
    const states = mixedStates(total)
    const svg = composeHeroSvg(drawGeometry({ ...subject, theme, total }, 'heroWide'), states)
    const lines = linesOf(svg)
    expect(lines.map(({ unit }) => unit)).toEqual(states.map((_, i) => i + 1))
    expect(lines.map(({ name }) => name)).toEqual(states.map((state) => `u ${state}`))
    expect(lines.filter(({ path }) => !/^M[-.\d]/.test(path) || path.length < 8)).toEqual([])
    expect(svg.match(/data-u=/g)).toHaveLength(total)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  test(`${theme} has a line per unit in every frame`, () => {
    for (const frame of frames) {
      const { strokes } = drawGeometry({ ...subject, theme, total: 12 }, frame)
      expect(strokes.filter((path) => path.length > 8)).toHaveLength(12)
    }
  })

  test(`${theme} carries its colors as hex, for viewers that know no tokens`, () => {
    const svg = composeHeroSvg(drawGeometry({ ...subject, theme }, 'card'), mixedStates(50))
    const style = /<style>(.*?)<\/style>/.exec(svg)?.[1] ?? ''
    expect(style).toMatch(/\.u\.open\{[^}]*stroke:#[0-9a-f]{6}/)
    expect(svg).not.toMatch(/oklch|var\(|calc\(/)
  })
}

test('the same drop always looks the same', () => {
  // A changed number here means that published artwork changes: owners were promised that theirs does not.
  const looks = artThemes.map((theme) =>
    hashText(JSON.stringify(drawGeometry({ ...subject, theme }, 'heroWide'))),
  )
  expect(looks).toMatchInlineSnapshot(`
    [
      1693976874,
      2048670836,
      2392525428,
      3845728965,
    ]
  `)
})

test('another slug is another hill, another weave, another grain', () => {
  for (const theme of artThemes) {
    const first = drawGeometry({ ...subject, theme }, 'heroWide')
    const second = drawGeometry({ ...subject, theme, slug: 'another' }, 'heroWide')
    expect(first.before + first.strokes.join()).not.toBe(second.before + second.strokes.join())
  }
})

test('two drawings can share a page because their ids differ', () => {
  const ids = frames.map(
    (frame) => /id="([^"]+)-mask"/.exec(drawGeometry({ ...subject, theme: 'noir' }, frame).before)?.[1],
  )
  expect(new Set(ids).size).toBe(frames.length)
})

test('the stroke of the chosen number is highlighted', () => {
  const svg = composeHeroSvg(drawGeometry({ ...subject, theme: 'noir' }, 'card'), mixedStates(50), {
    mine: 16,
  })
  expect(linesOf(svg).filter(({ name }) => name?.endsWith(' mine'))).toMatchObject([
    { unit: 16, name: 'u open mine' },
  ])
})

test('a finished run is stamped with its day inside its card, a coming one lies behind a mask', () => {
  const geometry = drawGeometry(subject, 'card')
  const stamped = composeHeroSvg(geometry, mixedStates(50), {
    phase: 'finished',
    stamp: { text: 'Sold out', day: 'Nov 18, 2026' },
  })
  const places = [...stamped.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)]
  expect(places.length).toBe(2)
  for (const [, x, y, width, height] of places) {
    expect(Number(x) + Number(width)).toBeLessThan(420)
    expect(Number(y) + Number(height)).toBeLessThan(252)
  }
  expect(composeHeroSvg(geometry, mixedStates(50), { phase: 'tease' })).toMatch(
    /<g mask="url\(#art-[a-z0-9]+-tease\)"/,
  )
})

test('a standalone picture has its background', () => {
  const geometry = drawGeometry(subject, 'share')
  expect(composeHeroSvg(geometry, mixedStates(50), { ground: true })).toContain(
    '<rect width="1200" height="630" fill="#',
  )
  expect(composeHeroSvg(geometry, mixedStates(50))).not.toContain('<rect')
})

test('the number on the plate and under the scanner can be replaced', () => {
  for (const theme of ['noir', 'cyber'] as const) {
    const plain = drawGeometry({ ...subject, theme }, 'homeWide')
    const lettered = drawGeometry({ ...subject, theme, lettering: '23/50' }, 'homeWide')
    expect(plain.strokes.join() + plain.after).not.toBe(lettered.strokes.join() + lettered.after)
  }
})

test('the wide survey of fifty units stays small', () => {
  expect(composeHeroSvg(drawGeometry(subject, 'heroWide'), mixedStates(50)).length).toBeLessThan(100_000)
})

test('no label of a survey overlaps the summit’s label', () => {
  const line = { slug: 'small-batch-guerrilla', theme: 'guerrilla', dropNumber: 15, total: 15 } as const
  const { after } = drawGeometry(line, 'heroWide')
  const places = [...after.matchAll(/translate\(([\d.]+) ([\d.]+)\)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  const [summitX = 0, summitY = 0] = places.pop() ?? []
  const [, broad = 0, long = 0] = (/.*stroke-width="([\d.]+)" d="M0 0H([\d.]+)"/.exec(after) ?? []).map(
    Number,
  )
  expect(places.length).toBeGreaterThan(1)
  for (const [x = 0, y = 0] of places) {
    const isOver = x > summitX - broad && x < summitX + long + broad && Math.abs(y - summitY) < broad
    expect(isOver, `the number at ${x}, ${y}`).toBe(false)
  }
})

test('states that do not match the run are refused', () => {
  expect(() => composeHeroSvg(drawGeometry({ ...subject, theme: 'noir' }, 'card'), mixedStates(49))).toThrow(
    RangeError,
  )
})

test('a run without units is refused', () => {
  expect(() => drawGeometry({ ...subject, total: 0 }, 'card')).toThrow(RangeError)
})
