import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { remembered } from '#app/kit/remembered.ts'
import { PackDrawing } from '../components/pack-drawing.tsx'

/** The papers of a pack, as markup. They are the same for everybody. */
export const drawPack = remembered(1, () => renderToStaticMarkup(createElement(PackDrawing)))
