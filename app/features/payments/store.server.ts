// What other features and the composition may use of payments.
export { findAttempt, findOpenAttempt, listAttempts } from './store/attempts.server.ts'
export { countTry, findCardTesting, forgetTries, watchCardTesting } from './store/payment-tries.server.ts'
