// What other rooms and the composition may use of the courses.
export {
  type Booking,
  findBooking,
  listBookings,
  markBooking,
} from './store/bookings.server.ts'
export { seatGood } from './store/seat-good.server.ts'
export { courseSeat, type SeatRef, type SeatRefusal } from './store/seats.server.ts'
export {
  findSeatsLive,
  findSession,
  listCourses,
  listInstructorRoles,
  listSessions,
} from './store/sessions.server.ts'
