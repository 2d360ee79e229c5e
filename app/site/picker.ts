// The numbers of a drop to choose from: the radio buttons of `form#hold`, which holds one. The chosen number is shown on the plate, on
// the button and in pictures (`data-number-text`, `-src`). One that this browser holds leads to its checkout.
import { type UnitState, unpackUnits, unitLabel, withNumber, cartIdOf } from '#app/features/drops/rules.ts'
import type { HeldOrder } from '#app/http/held-orders.ts'
import { unitViews } from './drop.ts'
import { onMarkup } from './markup.ts'

type Choice = { number?: string; variant?: string; key: string; sent?: string }

const choices = new Map<string, Choice>()

let isFollowing = false

function follow(): void {
  isFollowing = true
  unitViews.push(showNumbers)
  // Back, from the browser's own cache: what was held is another order's by now.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) choices.clear()
  })
  // What this browser holds is known later than the page.
  onMarkup((root) => {
    const part = document.querySelector<HTMLElement>('[data-units]:has(form#hold)')
    if (root instanceof Element && root.id === 'held-line' && part) showNumbers(part)
  })
}

export function watch(place: HTMLElement): void {
  if (!isFollowing) follow()
  const form = place as HTMLFormElement
  const part = form.closest<HTMLElement>('[data-units]')
  if (!part) return
  const choice = choiceOf(form)
  keyOf(form).value = choice.key
  for (const name of ['number', 'variant'] as const) {
    const again = radios(form, name).find(({ value, disabled }) => value === choice[name] && !disabled)
    if (again) again.checked = true
  }
  part.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.form !== form) return
    if (target.name === 'number' || target.name === 'variant') choice[target.name] = target.value
    void import('./proof.ts').then(({ prepare }) => prepare(form))
    part.querySelector('[data-lost]')?.replaceChildren()
    showNumbers(part)
  })
  // A second press, or one after a lost answer, starts the same order; another choice starts another.
  form.addEventListener('submit', () => {
    const sent = `${checked(form, 'number')?.value} ${checked(form, 'variant')?.value}`
    if (choice.sent !== undefined && choice.sent !== sent) keyOf(form).value = choice.key = randomKey()
    choice.sent = sent
  })
  showNumbers(part)
}

function showNumbers(part: HTMLElement): void {
  const form = part.querySelector<HTMLFormElement>('form#hold')
  if (!form) return
  const choice = choiceOf(form)
  const units = unpackUnits(part.dataset.units ?? '')
  const mine = heldNumbers(form)
  for (const unit of part.querySelectorAll<HTMLElement>('.unit')) showUnit(unit, units, mine, choice)
  showGone(part)
  if (checked(form, 'number')?.disabled) letGo(part, form, choice)
  // What is chosen is not what somebody has typed: a newer page may take this one's place.
  for (const radio of [...radios(form, 'number'), ...radios(form, 'variant')])
    radio.defaultChecked = radio.checked
  showChosen(part, form, Number(checked(form, 'number')?.value ?? 0))
}

function showUnit(
  unit: HTMLElement,
  units: readonly UnitState[],
  mine: ReadonlyMap<number, string>,
  { sent }: Choice,
): void {
  const radio = unit.querySelector('input')
  if (!radio) return
  const number = Number(radio.value)
  // A number that was just sent stays: its hold may be this one, whose answer was lost.
  const state = sent?.startsWith(`${number} `) ? 'open' : (units[number - 1] ?? 'taken')
  const checkout = state === 'open' ? undefined : mine.get(number)
  unit.className = `unit ${checkout ? 'mine' : state}`
  radio.disabled = state !== 'open'
  radio.hidden = checkout !== undefined
  radio.setAttribute('aria-label', unitLabel(number, state))
  unit.querySelector('a')?.remove()
  if (!checkout) return
  const link = document.createElement('a')
  link.href = checkout
  link.className = 'absolute inset-0'
  link.setAttribute('aria-label', unitLabel(number, 'mine'))
  unit.append(link)
}

function showGone(part: HTMLElement): void {
  const place = part.querySelector('[data-gone]')
  if (!place) return
  const taken = [...part.querySelectorAll('.unit.taken > input')] as HTMLInputElement[]
  const gone = [...(place.textContent?.match(/\d+/g) ?? []), ...taken.map(({ value }) => value)].map(Number)
  place.textContent = [...new Set(gone)].toSorted((a, b) => a - b).join(', ')
}

function letGo(part: HTMLElement, form: HTMLFormElement, choice: Choice): void {
  const [chosen, next] = [checked(form, 'number'), radios(form, 'number').find(({ disabled }) => !disabled)]
  if (chosen) chosen.checked = false
  if (choice.number === undefined) {
    if (next) next.checked = true
    return
  }
  delete choice.number
  const words = document.querySelector<HTMLTemplateElement>('template#number-lost')
  if (words) part.querySelector('[data-lost]')?.replaceChildren(words.content.cloneNode(true))
}

function showChosen(part: HTMLElement, form: HTMLFormElement, number: number): void {
  const variant = checked(form, 'variant')
  for (const place of part.querySelectorAll<HTMLElement>('[data-number-text]'))
    place.textContent = [
      number ? withNumber(place.dataset.numberText ?? '', number) : place.dataset.numberNone,
      ...(variant?.dataset.name ? [variant.dataset.name] : []),
    ].join(', ')
  for (const place of number ? part.querySelectorAll('[data-number-src]') : []) {
    const src = withNumber(place.getAttribute('data-number-src') ?? '', number)
    if (place.getAttribute('src') !== src) place.setAttribute('src', src)
  }
  for (const place of part.querySelectorAll<HTMLElement>('[data-number-cart]')) {
    place.hidden = number === 0
    const id = place.querySelector<HTMLInputElement>('input[name="id"]')
    if (id) id.value = cartIdOf(slugOf(form), number, variant?.value)
  }
}

function heldNumbers(form: HTMLFormElement): ReadonlyMap<number, string> {
  const held = JSON.parse(document.getElementById('held-line')?.dataset.mine ?? '[]') as Pick<
    HeldOrder,
    'id' | 'numbers'
  >[]
  return new Map(
    held.flatMap(({ id, numbers }) =>
      numbers
        .filter(({ path }) => `${path}/reserve` === form.getAttribute('action'))
        .map(({ number }) => [number, `/checkout/${id}`] as const),
    ),
  )
}

function choiceOf(form: HTMLFormElement): Choice {
  const known = choices.get(slugOf(form)) ?? { key: randomKey() }
  choices.set(slugOf(form), known)
  return known
}

function slugOf(form: HTMLFormElement): string {
  return (form.dataset.proofFor ?? '').replace(/^drop:/, '')
}

function keyOf(form: HTMLFormElement): HTMLInputElement {
  return form.elements.namedItem('key') as HTMLInputElement
}

function radios(form: HTMLFormElement, name: string): HTMLInputElement[] {
  return ([...form.elements] as HTMLInputElement[]).filter(
    (each) => each.type === 'radio' && each.name === name,
  )
}

function checked(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  return radios(form, name).find((radio) => radio.checked)
}

/** 128 random bits. Not `randomUUID`, which browsers refuse on an address without https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
