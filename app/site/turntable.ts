// A thing that is turned: the slider over `[data-turn]` chooses one of its views. They are loaded once somebody reaches for it, and
// until a view has loaded the last one stays.
import { turnWords } from '#app/ui/turn-words.ts'

export function watchTurntable(stage: HTMLElement): void {
  const slider = stage.parentElement?.querySelector<HTMLInputElement>('input[type="range"]')
  const front = stage.querySelector('img')
  if (!slider || !front) return
  const marks = [...(stage.parentElement?.querySelectorAll('i') ?? [])]
  const views: HTMLImageElement[] = []
  const load = () => {
    if (views.length > 0) return
    for (const src of JSON.parse(stage.dataset.turn ?? '[]') as string[]) {
      const view: HTMLImageElement =
        front.getAttribute('src') === src ? front : (front.cloneNode() as HTMLImageElement)
      views.push(view)
      if (view === front) continue
      view.alt = ''
      view.loading = 'eager'
      view.dataset.turned = ''
      view.addEventListener('load', show)
      view.src = src
      stage.append(view)
    }
  }
  for (const type of ['pointerenter', 'focus'] as const) slider.addEventListener(type, load, { once: true })
  slider.addEventListener('input', show)
  // Reached for, or turned, before this was here.
  if (slider.matches(':focus, :hover')) load()
  if (slider.value !== slider.defaultValue) show()

  function show() {
    load()
    const at = Math.round((Number(slider?.value) - Number(slider?.min)) / Number(slider?.step))
    slider?.setAttribute('aria-valuetext', turnWords(Number(slider.value)))
    for (const [mark, element] of marks.entries()) element.toggleAttribute('data-here', mark === at)
    if (!views[at]?.complete) return
    for (const [each, view] of views.entries()) view.toggleAttribute('data-turned', each !== at)
  }
}
