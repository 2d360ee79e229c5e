import { publicCode } from '#app/kit/ids.ts'
import type { ListedTransaction } from './gateway.ts'

/** No order, attempt or refund of the shop has a dash in its id. */
const prefix = 'TEST-'

/** An id for a test charge or for giving it back. The gateway allows 20 characters. */
export function testId(): string {
  return `${prefix}${publicCode(12)}`
}

/** They are in no order and not in the ledger. One that was not given back stays, for somebody to look at. */
export function withoutEndedTests(listed: readonly ListedTransaction[]): ListedTransaction[] {
  const tests = listed.filter(({ ourId }) => ourId.startsWith(prefix))
  const givenBack = tests
    .filter(({ kind }) => kind === 'refund')
    .reduce((sum, each) => sum + each.amountCents, 0)
  const taken = tests.filter(({ kind }) => kind === 'charge').reduce((sum, each) => sum + each.amountCents, 0)
  return givenBack === taken ? listed.filter((each) => !tests.includes(each)) : [...listed]
}
