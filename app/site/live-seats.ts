import { type LiveSeats, seatStates, sessionState, unpackSeats } from '#app/features/courses/rules.ts'
import { seatsWords } from '#app/features/courses/words.ts'

/** Shows how many seats are left. False where a class fills up or opens: more than figures changes then. */
export function show(part: HTMLElement, state: object): boolean {
  let isShown = true
  for (const place of part.querySelectorAll<HTMLElement>('[data-seats]')) {
    const [id = '', before = ''] = place.dataset.seats?.split(' ') ?? []
    const packed = (state as LiveSeats)[id] ?? before
    if (packed === before) continue
    if (packed.length === before.length && stateOf(packed) === stateOf(before)) write(place, id, packed)
    else isShown = false
  }
  return isShown
}

function write(place: HTMLElement, id: string, packed: string): void {
  const seats = unpackSeats(packed)
  place.dataset.seats = `${id} ${packed}`
  for (const words of place.querySelectorAll('[data-seats-left]')) words.textContent = seatsWords(seats)
  const sorted = seatStates.flatMap((state) => seats.filter((seat) => seat === state))
  for (const [at, tick] of place.querySelectorAll('.ticks i').entries()) tick.className = sorted[at] ?? ''
}

function stateOf(packed: string): string {
  return sessionState(
    { cutOffAt: new Date(8.64e15), canceledAt: null, seats: unpackSeats(packed) },
    new Date(),
  )
}
