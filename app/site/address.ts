// Fields of an address, as they are filled in: a typed ZIP code chooses its state (`data-state-in`, the name of that field) and its
// county (`data-county-of`, the names of the ZIP code and the state), a chosen state shows what the law says of it
// (`data-notices-of`), and a dealer of a search fills in its fields (`data-fill`).
import { countyOfZip, stateOfZip } from '#app/features/delivery/rules.ts'

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.stateIn === undefined) return
  fillState(target, target.dataset.stateIn)
  if (target.form) fillCounty(target.form)
})
document.addEventListener('change', ({ target }) => {
  const { form } = target as HTMLInputElement
  if (!form) return
  fillCounty(form)
  showNotice(form, target as HTMLInputElement)
})
document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('button[data-fill]')
  if (button) fillDealer(button)
})

/** All is heard at the document. */
export function watch(): void {}

/** Not where the visitor chose a state themselves. The server does the same for a form without script. */
function fillState(zip: HTMLInputElement, name: string): void {
  const select = zip.form?.elements.namedItem(name)
  const state = stateOfZip(zip.value)
  if (!(select instanceof HTMLSelectElement) || !state || select.value === state) return
  if (select.value !== '' && select.dataset.byZip !== select.value) return
  select.dataset.byZip = state
  fill(select, state)
}

function fillCounty({ elements }: HTMLFormElement): void {
  const select = [...elements].find(
    (each) => each instanceof HTMLSelectElement && each.dataset.countyOf !== undefined,
  )
  if (!(select instanceof HTMLSelectElement)) return
  const [zip = '', state = ''] = (select.dataset.countyOf ?? '').split(' ').map((name) => {
    const field = elements.namedItem(name)
    return field && 'value' in field ? field.value : ''
  })
  const county = countyOfZip(zip, state)
  if (county && select.value !== county) fill(select, county)
}

function showNotice(form: HTMLFormElement, { name, value }: { name: string; value: string }): void {
  const place = form.querySelector<HTMLElement>(`[data-notices-of="${CSS.escape(name)}"]`)
  if (!place) return
  const notices = JSON.parse(place.dataset.notices ?? '{}') as Record<
    string,
    { outcome: string; text: string }
  >
  place.dataset.outcome = notices[value]?.outcome ?? ''
  place.textContent = notices[value]?.text ?? ''
}

function fillDealer(button: HTMLButtonElement): void {
  const { form, dataset } = button
  for (const [name, value] of Object.entries(JSON.parse(dataset.fill ?? '{}') as Record<string, string>)) {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) fill(field, value)
  }
  const part = button.closest('[data-part]')
  const status = part?.querySelector('[role=status]')
  if (status) status.textContent = dataset.filled ?? ''
  part?.querySelector('ul')?.remove()
}

function fill(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
