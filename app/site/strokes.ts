// The lines of a drop's artwork. With the first change a picture (`img[data-lines]`) gives way to the drawing in its own file;
// the value is the part of it that is shown.
import { adoptArtwork, showUnitStates } from '#app/art/live-strokes.ts'
import type { UnitState } from '#app/art/unit-state.ts'

const drawings = new WeakMap<HTMLImageElement, Promise<SVGSVGElement | undefined>>()

/** Shows each line's state in the drawings of a part. `mine` is the line of the chosen number. */
export function showStrokes(part: HTMLElement, states: readonly UnitState[], mine?: number): void {
  for (const image of part.querySelectorAll<HTMLImageElement>('img[data-lines]'))
    void drawingOf(image).then((drawing) => drawing && showUnitStates(drawing, states, mine))
}

function drawingOf(image: HTMLImageElement): Promise<SVGSVGElement | undefined> {
  const known = drawings.get(image)
  if (known) return known
  const drawing = adopt(image)
  drawings.set(image, drawing)
  return drawing
}

/** Where the file does not come, the picture stays. */
async function adopt(image: HTMLImageElement): Promise<SVGSVGElement | undefined> {
  const file = image.currentSrc || image.src
  const answer = await fetch(file).catch(() => undefined)
  if (!answer?.ok || !answer.headers.get('Content-Type')?.includes('svg')) return undefined
  const drawing = adoptArtwork(await answer.text())
  drawing.setAttribute('class', 'art absolute inset-0')
  drawing.setAttribute('aria-hidden', 'true')
  if (image.dataset.lines) {
    drawing.setAttribute('viewBox', image.dataset.lines)
    drawing.setAttribute('preserveAspectRatio', 'xMidYMid slice')
  }
  const frame = image.closest('picture') ?? image
  frame.before(drawing)
  frame.hidden = true
  // A phone that is turned shows another file.
  image.addEventListener('load', () => {
    if (image.currentSrc === file) return
    drawing.remove()
    frame.hidden = false
    drawings.delete(image)
  })
  return drawing
}
