import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import tokens from '#app/ui/styles/tokens.css?raw'
import type { ArtTheme } from './art-theme.ts'
import { penRules } from './blueprint/pen-style.ts'
import { styleText } from './style-rules.ts'

// `<number>` would be read as an element.
const style = (
  tokens.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ') + styleText(penRules)
).replaceAll('<', '&lt;')

export function standaloneDrawing(drawing: ReactElement, theme: ArtTheme, more = ''): string {
  return renderToStaticMarkup(drawing)
    .replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" data-theme="${theme}" `)
    .replace('>', `><style>${style}${more.replaceAll('<', '&lt;')}</style>`)
}
