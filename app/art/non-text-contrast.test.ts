import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf } from './contrast.ts'
import { oklchToHex } from './color.ts'

/** The least contrast of what is not text, with its ground (WCAG 2.2, 1.4.11). */
const nonTextContrast = 3

const app = new URL('../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, app), 'utf8')
const tokens = read('ui/styles/tokens.css')

function valuesOf(head: string): Record<string, string> {
  const block = tokens.slice(tokens.indexOf(head)).split('}')[0] ?? ''
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value] as const),
  )
}

const shared = valuesOf(':root,\n[data-theme] {')

function hexOf(theme: string, token: string): string {
  const own = valuesOf(`[data-theme="${theme}"] {`)
  const [, inner = ''] = /^oklch\(\s*([\s\S]+?)\s*\)$/.exec(shared[token] ?? '') ?? []
  const parts = inner
    .replaceAll(
      /calc\(var\(--([\w-]+)\) ([*+-]) ([\d.]+)\)/g,
      (_, name: string, operation: string, by: string) => {
        const value = Number(own[name])
        return String(operation === '*' ? value * Number(by) : value + Number(`${operation}${by}`))
      },
    )
    .replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => own[name] ?? '')
    .split(/\s+/)
    .map(Number)
  const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = parts
  if (parts.length !== 3 || parts.some(Number.isNaN)) throw new TypeError(`--${token} is no plain color`)
  return oklchToHex([lightness, chroma, hue])
}

const themes = ['noir', 'guerrilla', 'outlaw', 'cyber'] as const
const grounds = ['page', 'sheet', 'plate'] as const

const marks: readonly { name: string; file: string; rule: RegExp; on: readonly string[] }[] = [
  {
    name: 'edge of a field and of a select',
    file: 'ui/styles/field.css',
    rule: /\.input \{[^}]*border: 1px solid var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'arrow of a select',
    file: 'ui/styles/field.css',
    rule: /\.select \{[^}]*transparent 50%, var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'edge of a checkbox',
    file: 'ui/styles/field.css',
    rule: /\.choice input \{[^}]*border: 1px solid var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'edge of a badge',
    file: 'ui/styles/badge.css',
    rule: /\.badge \{[^}]*border: 1px solid var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'dot of a badge',
    file: 'ui/styles/badge.css',
    rule: /\.badge \{[^}]*\bcolor: var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'line of steps that are to come',
    file: 'ui/styles/stats.css',
    rule: /li \+ li::before \{[^}]*dashed var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'circle of a step',
    file: 'ui/styles/stats.css',
    rule: /\.steps \.circled-number \{[^}]*border-color: var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'line of the steps of a build',
    file: 'features/builds/components/builder-choices.tsx',
    rule: /<nav\s+className="builder-steps border-b border-([\w-]+) /,
    on: ['page'],
  },
  {
    name: 'circle of a step of a build',
    file: 'features/builds/components/builder-choices.tsx',
    rule: /border-accent text-accent'\s+: 'border-([\w-]+) /,
    on: ['page'],
  },
  {
    name: 'tick of a unit that is taken',
    file: 'ui/styles/ticks.css',
    rule: /\.ticks i \{[^}]*background: var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'tick of an open unit',
    file: 'ui/styles/ticks.css',
    rule: /\.ticks i\.open \{[^}]*background: var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'edge of an open number',
    file: 'ui/styles/ticks.css',
    rule: /\.unit \{[^}]*border: 1px solid var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'strike of a taken number',
    file: 'ui/styles/ticks.css',
    rule: /\.unit\.taken::before \{[^}]*border-top: 1px solid var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'line under a taken number',
    file: 'ui/styles/ticks.css',
    rule: /\.unit\.taken::after \{[^}]*border-top: 1px solid var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'key of open units',
    file: 'ui/styles/ticks.css',
    rule: /\.key-stroke \{[^}]*border-top: 2px solid var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'key of taken units',
    file: 'ui/styles/ticks.css',
    rule: /\.key-stroke\.taken \{[^}]*border-top: 1px solid var\(--([\w-]+)\)/,
    on: grounds,
  },
  {
    name: 'value of a progress bar',
    file: 'ui/styles/ticks.css',
    rule: /::-webkit-progress-value \{[^}]*background: var\(--([\w-]+)\)/,
    on: ['raised'],
  },
  {
    name: 'value of a quiet progress bar',
    file: 'ui/styles/ticks.css',
    rule: /\.quiet::-webkit-progress-value \{[^}]*background: var\(--([\w-]+)\)/,
    on: ['raised'],
  },
  {
    name: 'edge of a switch',
    file: 'features/builds/builder.css',
    rule: /\.switch \{[^}]*border: 1px solid var\(--([\w-]+)\)/,
    on: ['page', 'sheet'],
  },
  {
    name: 'a spot of the drawing to be chosen',
    file: 'features/builds/builder.css',
    rule: /\.hot\[data-state="open"\] \{[^}]*border-color: var\(--([\w-]+)\)/,
    on: ['page', 'sheet'],
  },
]

for (const { name, file, rule, on } of marks)
  test(`${name}: 3 to 1 with its ground`, () => {
    const [block = '', token = ''] = rule.exec(read(file)) ?? []
    expect(token, `${rule} in ${file}`).not.toBe('')
    expect(block, 'a mark that shows a state is not thinned').not.toMatch(/opacity/)
    for (const theme of themes)
      for (const ground of on) {
        const contrast = contrastOf(hexOf(theme, token), hexOf(theme, ground))
        expect(contrast, `${theme}: --${token} on --${ground}`).toBeGreaterThanOrEqual(nonTextContrast)
      }
  })

test('no mark of a taken unit is thinned below its color', () => {
  const ticks = read('ui/styles/ticks.css')
  for (const selector of ['.ticks i', '.unit.taken::before', '.unit.taken::after', '.key-stroke.taken']) {
    const [, block = ''] = ticks.split(`\n${selector} {`)
    expect(block.split('}')[0], selector).not.toMatch(/opacity/)
  }
})
