const cardNames =
  /^(cc|card|credit)[-_ ]?(number|num|no|code|exp.*)$|cardnum|cardcode|cvv|cvc|csc|^exp(iry|iration|date)/i

/** Visa, Mastercard, Amex, Diners, JCB, Discover, UnionPay, Maestro. No phone number from abroad (`001 305 ...`) begins so. */
const issuers = /^(4|5[0-8]|2(2[2-9]|[3-6]|7[01]|720)|3[47]|3(0[0-5]|[689])|35|6)/

/** By a field name, or by 13 to 19 digits of an issuer with a valid checksum (ISO/IEC 7812-1). Cards never reach our server. */
export function carriesCardData(form: Iterable<[string, unknown]>): boolean {
  return [...form].some(
    ([name, value]) => cardNames.test(name) || (typeof value === 'string' && isCardNumber(value)),
  )
}

function isCardNumber(typed: string): boolean {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return issuers.test(digits) && /^\d{13,19}$/.test(digits) && checkSum(digits) % 10 === 0
}

function checkSum(digits: string): number {
  return digits
    .split('')
    .toReversed()
    .reduce((sum, digit, at) => {
      const counted = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return sum + (counted > 9 ? counted - 9 : counted)
    }, 0)
}
