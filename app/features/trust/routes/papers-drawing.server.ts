import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { TrustPapers } from '../components/trust-papers.tsx'

/** The papers of a pack, as markup. They are the same for everybody. */
export function drawPapers(): string {
  return (papers ??= renderToStaticMarkup(createElement(TrustPapers)))
}

let papers: string | undefined
