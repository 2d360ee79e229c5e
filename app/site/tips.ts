/** The hover delay in milliseconds; the style sheet has the same one. */
const delayMs = 700
const skipMs = 300

let leftAt = Number.NEGATIVE_INFINITY

document.addEventListener('keydown', ({ key }) => {
  const open = document.querySelector<HTMLElement>('.tip:is(:hover, :focus-within)')
  if (key === 'Escape' && open) open.dataset.hushed = ''
})

export function watch(tip: HTMLElement): void {
  let enteredAt = 0
  tip.addEventListener('pointerenter', ({ timeStamp }) => {
    enteredAt = timeStamp
    delete tip.dataset.hushed
    tip.toggleAttribute('data-skip', timeStamp - leftAt < skipMs)
  })
  tip.addEventListener('pointerleave', ({ timeStamp }) => {
    if (tip.hasAttribute('data-skip') || timeStamp - enteredAt >= delayMs) leftAt = timeStamp
  })
  tip.addEventListener('focusin', () => delete tip.dataset.hushed)
}
