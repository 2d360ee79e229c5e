// What other features and the composition may use of refunds.
export { listUnsettledRefunds, alertOverdueRefunds } from './store/refund-items.server.ts'
export { listOpenParts } from './store/refund.server.ts'
export { recordPaidOutside } from './store/settle-refund.server.ts'
