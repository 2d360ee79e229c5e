import { strokeClass, type UnitState } from './unit-state.ts'

/**
 * Reads an artwork file as an `<svg>` of the page. Its style sheet stays behind: inside a page the lines follow `art.css`.
 * Browser only. Throws when the text is not one of our artworks.
 */
export function adoptArtwork(text: string): SVGSVGElement {
  // Chromium holds the page's content policy against style sheets in parsed text too, and reports them.
  const unstyled = text.replace(/<style>[^<]*<\/style>/, '')
  const svg = new DOMParser()
    .parseFromString(unstyled, 'image/svg+xml')
    .querySelector<SVGSVGElement>('svg:has(> g[data-art])')
  if (!svg) throw new TypeError('The file is not an artwork')
  return document.importNode(svg, true)
}

/** Gives every line of an adopted artwork its present state; lines that change fade over by `art.css`. */
export function showUnitStates(artwork: Element, states: readonly UnitState[], mine?: number): void {
  for (const stroke of artwork.querySelectorAll('[data-u]')) {
    const unitNumber = Number(stroke.getAttribute('data-u'))
    const state = states[unitNumber - 1]
    if (state) stroke.setAttribute('class', strokeClass(state, unitNumber === mine))
  }
}
