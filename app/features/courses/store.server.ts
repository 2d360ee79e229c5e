// What other features and the composition may use.
export { seatGood } from './store/seat-good.server.ts'
export { classBalance } from './store/class-balance.server.ts'
export { courseSeat } from './store/seats.server.ts'
export {
  findLiveSeats,
  findSession,
  listCourses,
  listInstructorRoles,
  listSessions,
} from './store/sessions.server.ts'
