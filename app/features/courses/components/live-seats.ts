import { packSeats, type Session } from '../rules.ts'

/** Marks what shows the seats of a class, for `site/live-seats.ts`. */
export function liveSeats({ id, seats }: Pick<Session, 'id' | 'seats'>) {
  return { 'data-seats': `${id} ${packSeats(seats)}` }
}
