// What other rooms and the composition may use of the subscriptions.
export { announceTopic, type Announcement } from './store/announce.server.ts'
export { joinList } from './store/join.server.ts'
export { countInLine, listInLine, listStoodIn, type InLine } from './store/line.server.ts'
