import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf, oklchToHex } from './color.ts'

/** The least contrast of what is not text, with its ground (WCAG 2.2, 1.4.11). */
const nonTextContrast = 3

const tokens = readFileSync(new URL('../ui/styles/tokens.css', import.meta.url), 'utf8')

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

// Edges, strikes and lines that tell a state: `control` stands on no `raised`.
const marks = {
  control: grounds,
  faint: [...grounds, 'raised'],
  accent: [...grounds, 'raised'],
  muted: grounds,
}

for (const [token, on] of Object.entries(marks))
  test.each(on)(`a mark in ${token}: 3 to 1 with %s`, (ground) => {
    for (const theme of themes) {
      const contrast = contrastOf(hexOf(theme, token), hexOf(theme, ground))
      expect(contrast, theme).toBeGreaterThanOrEqual(nonTextContrast)
    }
  })
