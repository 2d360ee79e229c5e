// Selected rows of a list: checked boxes named `row`. `[data-select-all]` checks those of its table; Shift checks all from the
// one pressed before; `[data-selection]` (with the form's id) says how many there are (`data-count`) and what they sum to
// (`data-sum`, of each box's `data-cents`). That it takes the place of the title block is a style.
import { formatCentsExact } from '#app/kit/money.ts'
import { onMarkup } from './markup.ts'

let last: HTMLInputElement | undefined

export function watchSelection(): void {
  document.addEventListener('change', ({ target }) => {
    const all = (target as Element).closest<HTMLInputElement>('[data-select-all]')
    if (all) for (const box of boxesIn(all.closest('table'))) box.checked = all.checked
    show()
  })
  document.addEventListener('reset', () => setTimeout(show))
  window.addEventListener('pageshow', show)
  document.addEventListener('click', ({ target, shiftKey }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'row') return
    const boxes = boxesIn(target.closest('table, ul'))
    const ends = [boxes.indexOf(target), last ? boxes.indexOf(last) : -1]
    if (shiftKey && Math.min(...ends) >= 0)
      for (const box of boxes.slice(Math.min(...ends), Math.max(...ends) + 1)) box.checked = target.checked
    last = target
  })
  onMarkup(show)
}

function boxesIn(list: ParentNode | null, of = ''): HTMLInputElement[] {
  return [...(list?.querySelectorAll<HTMLInputElement>(`input[name="row"]${of}`) ?? [])]
}

function show(): void {
  for (const all of document.querySelectorAll<HTMLInputElement>('[data-select-all]')) {
    const boxes = boxesIn(all.closest('table'))
    all.checked = boxes.length > 0 && boxes.every(({ checked }) => checked)
  }
  const block = document.querySelector<HTMLElement>('[data-selection]')
  if (!block) return
  // A row has a box in the table and one in its card.
  const boxes = boxesIn(document, `[form="${CSS.escape(block.dataset.selection ?? '')}"]`)
  const rows = new Set(boxes.map(({ value }) => value))
  const selected = new Set(boxes.flatMap(({ checked, value }) => (checked ? value : [])))
  const cents = new Map(
    boxes.map(({ value, dataset }) => [value, Number(dataset.cents ?? 0)] as const).toReversed(),
  )
  const sum = [...selected].reduce((total, row) => total + (cents.get(row) ?? 0), 0)
  write(block.querySelector('[data-count]'), `${selected.size} of ${rows.size}`)
  write(block.querySelector('[data-sum]'), sum > 0 ? formatCentsExact(sum) : '')
}

function write(place: Element | null, words: string): void {
  if (place && place.textContent !== words) place.textContent = words
}
