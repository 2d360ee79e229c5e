import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { remembered } from '#app/kit/remembered.ts'
import { TrustPapers } from '../components/trust-papers.tsx'

/** The papers of a pack, as markup. They are the same for everybody. */
export const drawPapers = remembered(1, () => renderToStaticMarkup(createElement(TrustPapers)))
