/** Further terms cost and hardly narrow. */
const maxTerms = 6
const minCodeLength = 6

/** Cuts what somebody typed. A phone number may be written in any way, with or without the country's 1. */
export function searchTerms(typed: string) {
  const lower = typed.toLowerCase().replace(/^\W*order\W+(?=[a-z0-9-]{6,}\s*$)/, '')
  const parts = lower
    .replaceAll(/№|#|\bno\.?(?=\s*\d)/g, ' ')
    .replaceAll(/\+?[\d(][\d\s().-]{5,}\d/g, phoneDigits)
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? part : part.split(/[^\p{L}\p{N}]+/u)))
    .filter((part) => part !== '' && part !== '@')
    .slice(0, maxTerms)
  const isNumber = (part: string) => /^\d{1,3}$/.test(part)
  const joined = lower.replaceAll(/[\s-]/g, '')
  return {
    words: parts.filter((part) => !isNumber(part)),
    /** Numbers of units: `№ 7`, `#7`, `no. 7`, or a number of up to three digits. */
    numbers: parts.filter(isNumber).map(Number),
    /** Everything as one code, where it can be one: `7KQ2-M94T-3B` is `7kq2m94t3b`. */
    code: new RegExp(`^[a-z0-9]{${minCodeLength},}$`).test(joined) ? joined : undefined,
  }
}

function phoneDigits(written: string): string {
  const digits = written.replaceAll(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
