import { useLive } from '#app/live/use-live.ts'
import { packSeats, type LiveSeats, seatsTopic, type Session, unpackSeats } from '../rules.ts'

/** Sessions with live seats. */
export function useSeats<Listed extends Pick<Session, 'id' | 'seats'>>(
  sessions: readonly Listed[],
): Listed[] {
  const loaded = Object.fromEntries(sessions.map(({ id, seats }) => [id, packSeats(seats)]))
  const live = useLive<LiveSeats>(seatsTopic, loaded)
  return sessions.map((session) => {
    const packed = live[session.id]
    return packed === undefined ? session : { ...session, seats: unpackSeats(packed) }
  })
}
