// What other features and the composition may use of the subscriptions.
export { announceTopic, type Announcement } from './store/announce.server.ts'
export { joinWaitlist } from './store/join.server.ts'
export { countWaitlist, listWaitlist, listTopicsWithWaiters, type Waiter } from './store/waitlist.server.ts'
