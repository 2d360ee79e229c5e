import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { indexWidths, phaseLooks, type StrokeRole, strokeLooks } from './art-style.ts'
import { artThemes } from './art-theme.ts'

const css = (await readFile(new URL('./art.css', import.meta.url), 'utf8')).replaceAll(/\/\*.*?\*\//gs, '')

const selectors = {
  open: '.u.open',
  held: '.u.held',
  taken: '.u',
  mine: '.u.mine:nth-child(n)',
} as const satisfies Record<StrokeRole, string>

const properties = {
  accent: 'var(--accent)',
  ink: 'var(--ink)',
  ground: 'var(--page)',
  light: 'var(--art-light)',
  white: '#fff',
} as const

for (const theme of artThemes) {
  test(`art.css strokes ${theme} like the standalone picture`, () => {
    const unit = theme === 'noir' ? 'var(--art-pitch)' : 'var(--art-weight)'
    for (const role of Object.keys(selectors) as StrokeRole[]) {
      const { stroke, opacity, width, dash } = strokeLooks[theme][role]
      const rule = ruleBody(`.art-${theme} ${selectors[role]}`)
      expect(rule).toContain(`stroke: ${properties[stroke]};`)
      expect(rule).toContain(`stroke-opacity: ${opacity};`)
      expect(rule).toContain(`stroke-width: calc(${width} * ${unit});`)
      const dashes = dash?.map((length) => `calc(${length} * ${unit})`).join(' ') ?? 'none'
      const ranked = role === 'mine' ? ['.u', '.u.held', selectors.mine] : ['.u', selectors[role]]
      expect(dashesOf(ranked.map((selector) => `.art-${theme} ${selector}`))).toBe(dashes)
    }
  })
}

for (const theme of artThemes) {
  test.each([
    ['tease', 'held'],
    ['finished', 'taken'],
  ] as const)(
    `art.css strokes a run of ${theme} in its phase %s like the standalone picture`,
    (phase, state) => {
      const unit = theme === 'noir' ? 'var(--art-pitch)' : 'var(--art-weight)'
      const { stroke, opacity, width } = phaseLooks[phase][theme]
      const rule = ruleBody(`.art-${phase}.art-${theme} .u.${state}`)
      expect(rule).toContain(`stroke: ${properties[stroke]};`)
      expect(rule).toContain(`stroke-opacity: ${opacity};`)
      expect(rule).toContain(`stroke-width: calc(${width} * ${unit});`)
      const ranked = ['.u', `.u.${state}`].map((selector) => `.art-${theme} ${selector}`)
      expect(dashesOf([...ranked, `.art-${phase}.art-${theme} .u.${state}`])).toBe('none')
    },
  )
}

test('art.css draws the index lines of the survey as heavy as the standalone picture', () => {
  const { open, held, taken } = indexWidths
  expect(ruleBody('.art-guerrilla .u.open:nth-child(5n)')).toContain(`calc(${open} * `)
  const others = ruleBody('.art-guerrilla .u:nth-child(5n)')
  expect(others).toContain(`calc(${held} * `)
  expect(others).toContain(`calc(${taken} * `)
})

function ruleBody(selector: string): string {
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, list = '']) => list.split(',').some((each) => each.trim() === selector))
    .map(([, , body = '']) => body)
    .join('')
}

function dashesOf(ranked: readonly string[]): string {
  return (
    [
      ...ranked
        .map(ruleBody)
        .join('')
        .matchAll(/stroke-dasharray: ([^;]+);/g),
    ].at(-1)?.[1] ?? 'none'
  )
}
