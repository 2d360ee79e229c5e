import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { memoize } from '#app/kit/memoize.ts'
import { PackDrawing } from '../components/pack-drawing.tsx'

/** The papers of a pack, as markup. They are the same for everybody. */
export const drawPack = memoize(1, () => renderToStaticMarkup(createElement(PackDrawing)))
