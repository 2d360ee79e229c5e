import type { SetupStep } from './rules.ts'

/** What each step is called, and what it is for. */
export const stepWords: Record<SetupStep, { title: string; lead: string }> = {
  name: {
    title: 'Name and license',
    lead: 'As customers know you, and the license you sell under. Both stand on pages, mails and receipts.',
  },
  address: {
    title: 'Address, phone, email',
    lead: 'Where parcels and letters come from, and how customers reach you. Mail to subscribers must carry the address.',
  },
  hours: {
    title: 'Hours and time zone',
    lead: 'When somebody answers. The time zone decides when a day, a drop and a class begin.',
  },
  tax: {
    title: 'Sales tax',
    lead: 'Tax is collected where a rate stands here, and nowhere else. A new rate holds from its first day on; earlier orders keep theirs.',
  },
  shipping: {
    title: 'Shipping',
    lead: 'What a parcel costs. Firearms travel to a dealer and are not priced here.',
  },
  payments: {
    title: 'Payments',
    lead: 'A test charge shows that money arrives. It is $1.00, and given back at once.',
  },
  mail: {
    title: 'Mail',
    lead: 'A test message shows that mail leaves the shop and arrives.',
  },
  sample: {
    title: 'Sample catalog',
    lead: 'Drops, classes and goods to try everything with. Nothing in it is real.',
  },
}

/** What the step's form answers after a change by another person. */
export const changedWords = (by: string) =>
  `${by.replace(/ <.*>$/, '')} changed these facts while this form was open. Their values stand beside yours; send again to write yours.`
