import type { SubjectNoun } from './order-subject.ts'

export const underReviewWords = {
  title: (subject: string) => `${subject} is reserved, under review`,
  text: (noun: SubjectNoun) =>
    `Your deposit is paid, and we hold the ${noun} for you while we review your order. The build starts only after that, and if we can’t transfer it to you, we refund you in full. We’ve emailed you a confirmation with your private link.`,
  mail: (what: string, paid: string) =>
    `${what} is reserved for you while we review your order. The refundable deposit of ${paid} is paid.`,
} as const
