/** The allowed order of elements of each type, as far as the shop uses them; all are optional. */
const orders: Record<string, string[]> = {
  authenticateTestRequest: ['merchantAuthentication'],
  createTransactionRequest: ['merchantAuthentication', 'refId', 'transactionRequest'],
  getTransactionDetailsRequest: ['merchantAuthentication', 'refId', 'transId'],
  getUnsettledTransactionListRequest: ['merchantAuthentication', 'refId', 'status', 'sorting', 'paging'],
  getTransactionListRequest: ['merchantAuthentication', 'refId', 'batchId', 'sorting', 'paging'],
  getSettledBatchListRequest: [
    'merchantAuthentication',
    'refId',
    'firstSettlementDate',
    'lastSettlementDate',
  ],
  updateHeldTransactionRequest: ['merchantAuthentication', 'refId', 'heldTransactionRequest'],
  merchantAuthentication: ['name', 'transactionKey'],
  transactionRequest: ['transactionType', 'amount', 'payment', 'refTransId', 'order', 'transactionSettings'],
  payment: ['creditCard', 'opaqueData'],
  creditCard: ['cardNumber', 'expirationDate'],
  opaqueData: ['dataDescriptor', 'dataValue'],
  order: ['invoiceNumber', 'description'],
  transactionSettings: ['setting'],
  setting: ['settingName', 'settingValue'],
  sorting: ['orderBy', 'orderDescending'],
  paging: ['limit', 'offset'],
  heldTransactionRequest: ['action', 'refTransId'],
}

/**
 * The first misplaced element, or `undefined`. The JSON is mapped to an ordered XML schema: a wrong order is
 * refused like an unknown element.
 */
export function misplacedElement(name: string, value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map((each) => misplacedElement(name, each)).find(Boolean)
  if (typeof value !== 'object' || value === null) return undefined
  const order = orders[name]
  if (!order) return name
  let reached = -1
  for (const [child, inside] of Object.entries(value)) {
    const at = order.indexOf(child)
    if (at <= reached) return child
    reached = at
    const deeper = misplacedElement(child, inside)
    if (deeper) return deeper
  }
  return undefined
}
