/** Names that forms give to the parts of a card. */
const cardNames =
  /^(cc|card|credit)[-_ ]?(number|num|no|code|exp.*)$|cardnum|cardcode|cvv|cvc|csc|^exp(iry|iration|date)/i

/**
 * Does a form carry what looks like a card? By the name of a field, or by a value of 13 to 19 digits that passes the
 * check sum of card numbers (ISO/IEC 7812-1). Cards belong into the payment service's own form, and nowhere near us.
 */
export function carriesCardData(form: Iterable<[string, unknown]>): boolean {
  return [...form].some(
    ([name, value]) => cardNames.test(name) || (typeof value === 'string' && isCardNumber(value)),
  )
}

function isCardNumber(typed: string): boolean {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return /^\d{13,19}$/.test(digits) && checkSum(digits) % 10 === 0
}

/** Every second digit from the right counts double, and a double of two digits as their sum. */
function checkSum(digits: string): number {
  return digits
    .split('')
    .toReversed()
    .reduce((sum, digit, at) => {
      const counted = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return sum + (counted > 9 ? counted - 9 : counted)
    }, 0)
}
