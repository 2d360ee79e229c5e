import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import blueprintStyle from '#app/art/blueprint/blueprint.css?raw'
import caseStyle from '#app/art/case-drawing.css?raw'
import { CaseDrawing } from '#app/art/case-drawing.tsx'
import tokens from '#app/ui/styles/tokens.css?raw'
import type { DropTheme } from '../rules.ts'
import { buildOf } from '../rules/rifle.ts'

type Subject = {
  theme: DropTheme
  /** The number on certificate and drop card. */
  unitNumber: number
  total: number
  patchText: string
  /** What is said of the rifle: caliber and barrel length are read from it. */
  rifle: string
}

/** The collector's case of a drop as a standalone SVG with the page's styles inlined. */
export function drawCase({ theme, unitNumber, total, patchText, rifle }: Subject): string {
  const drawing = renderToStaticMarkup(
    createElement(CaseDrawing, { build: buildOf(rifle), unitNumber, total, patchText }),
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
