import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import blueprintStyle from '#app/art/blueprint/blueprint.css?raw'
import { type Build, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import caseStyle from '#app/art/case-drawing.css?raw'
import { CaseDrawing } from '#app/art/case-drawing.tsx'
import tokens from '#app/ui/styles/tokens.css?raw'
import type { DropTheme } from '../rules.ts'

type Subject = {
  theme: DropTheme
  /** The number on certificate and drop card. */
  unitNumber: number
  total: number
  patchText: string
  /** The variant's description: caliber and barrel length are parsed from it. */
  description: string | null
}

/** The collector's case of a drop as a standalone SVG with the page's styles inlined. */
export function drawCase({ theme, unitNumber, total, patchText, description }: Subject): string {
  const drawing = renderToStaticMarkup(
    createElement(CaseDrawing, { build: buildOf(description ?? ''), unitNumber, total, patchText }),
  )
  const style = [tokens, blueprintStyle, caseStyle]
    .map((css) => css.replaceAll(/\/\*[\s\S]*?\*\//g, ''))
    .join('')
  return drawing
    .replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" data-theme="${theme}" `)
    .replace('>', `><style>${escapeCss(style)}</style>`)
}

/** Escapes CSS for XML: `<number>` would be parsed as an element. */
function escapeCss(style: string): string {
  return style.replaceAll(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** The rifle of a description: `9 mm` is the AR-9, else the AR-15, with the stated barrel length. */
export function buildOf(description: string): Build {
  const platform = STARTING_BUILDS[/\b9 ?mm\b/i.test(description) ? 'ar9' : 'ar15']
  const barrelIn = Number(/([\d.]+) in(?:ch)? barrel/.exec(description)?.[1] ?? platform.barrelIn)
  const handguard = { ...platform.handguard, lengthIn: Number((barrelIn - 1).toFixed(2)) }
  return { ...platform, barrelIn, handguard, stock: 'sopmod', optic: null }
}
