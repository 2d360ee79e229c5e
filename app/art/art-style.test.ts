import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { indexWidths, phaseLooks, type StrokeRole, strokeLooks } from './art-style.ts'
import { artThemes } from './art-theme.ts'

const css = await readFile(new URL('./art.css', import.meta.url), 'utf8')

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
      expect(rule).toContain(`stroke-dasharray: ${dashes};`)
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
      expect(rule).toContain('stroke-dasharray: none;')
    },
  )
}

test('art.css draws the index lines of the survey as heavy as the standalone picture', () => {
  const { open, held, taken } = indexWidths
  expect(ruleBody('.art-guerrilla .u.open:nth-child(5n)')).toContain(`calc(${open} * `)
  expect(ruleBody('.art-guerrilla .u.held:nth-child(5n)')).toContain(`calc(${held} * `)
  expect(ruleBody('.art-guerrilla .u:nth-child(5n)')).toContain(`calc(${taken} * `)
})

function ruleBody(selector: string): string {
  const start = css.indexOf(`\n${selector} {`)
  const bodies: string[] = []
  for (let at = start; at >= 0; at = css.indexOf(`\n${selector} {`, at + 1)) {
    bodies.push(css.slice(at, css.indexOf('}', at)))
  }
  return bodies.join('')
}
