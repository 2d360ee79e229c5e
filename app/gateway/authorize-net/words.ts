const reasons: Record<string, string> = {
  '2': 'The bank declined the card.',
  '3': 'The bank declined the card.',
  '4': 'The bank declined the card.',
  '5': 'The payment service did not accept the amount.',
  '6': 'The card number is not valid.',
  '7': 'The card’s expiry date is not valid.',
  '8': 'The card has expired.',
  '11': 'The payment service took this for a repeat of an earlier payment with the same card and amount.',
  '17': 'Cards of this kind are not accepted.',
  '27': 'The address does not match the one your bank has for this card.',
  '28': 'Cards of this kind are not accepted.',
  '37': 'The card number is not valid.',
  '41': 'The payment service’s fraud check declined this payment.',
  '44': 'The card’s security code does not match.',
  '45': 'The card’s address and security code do not match.',
  '65': 'The card’s security code does not match.',
  '78': 'The card’s security code is not valid.',
  '127': 'The address does not match the one your bank has for this card.',
  '165': 'The card’s security code does not match.',
  '250': 'The payment service’s fraud check declined this payment.',
  '251': 'The payment service’s fraud check declined this payment.',
  '254': 'The payment was declined after review.',
  '315': 'The card number is not valid.',
  '316': 'The card’s expiry date is not valid.',
  '317': 'The card has expired.',
  E00114: 'The answer of the card form was used before or is too old. Enter the card again.',
  E00115: 'The answer of the card form was used before or is too old. Enter the card again.',
  E00116: 'The answer of the card form was used before or is too old. Enter the card again.',
}

export function declineReason(codes: readonly string[], otherwise: string): string {
  return codes.map((code) => reasons[code]).find((words) => words !== undefined) ?? otherwise
}

const refundReasons: Record<string, string> = {
  '16': 'The payment service does not know this charge.',
  '54': 'The payment service no longer takes refunds of this charge: it is too long ago.',
  '55': 'The refund would exceed the amount that was captured.',
  '310': 'The payment service has canceled this charge before.',
  E00040: 'The payment service does not know this charge.',
}

export function refundReason(codes: readonly string[]): string {
  return (
    codes.map((code) => refundReasons[code]).find((words) => words !== undefined) ??
    'The payment service refused the refund.'
  )
}
