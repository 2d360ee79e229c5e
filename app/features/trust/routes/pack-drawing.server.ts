import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { memoize } from '#app/kit/memoize.ts'
import { PackDrawing } from '../components/pack-drawing.tsx'

/** The drawing of the pack as markup, made once. */
export const drawPack = memoize(1, () => renderToStaticMarkup(createElement(PackDrawing)))
