import { strokeClass, type UnitState } from './unit-state.ts'

/**
 * Takes the drawing out of a fetched artwork file, ready to be put into an `<svg>` of the page. Its style sheet stays
 * behind: inside a page the lines follow `art.css`. Browser only. Throws when the text is not one of our artworks.
 */
export function adoptArtwork(svg: string): SVGGElement {
  // Chromium holds the page's content policy against style sheets in parsed text too, and reports them.
  const unstyled = svg.replace(/<style>[^<]*<\/style>/, '')
  const group = new DOMParser()
    .parseFromString(unstyled, 'image/svg+xml')
    .querySelector<SVGGElement>('g[data-art]')
  if (!group) throw new TypeError('The file is not an artwork')
  return document.importNode(group, true)
}

/** Gives every line of an adopted artwork its present state; lines that change fade over by `art.css`. */
export function showUnitStates(group: Element, states: readonly UnitState[], mine?: number): void {
  for (const stroke of group.querySelectorAll('[data-u]')) {
    const unitNumber = Number(stroke.getAttribute('data-u'))
    const state = states[unitNumber - 1]
    if (state) stroke.setAttribute('class', strokeClass(state, unitNumber === mine))
  }
}
