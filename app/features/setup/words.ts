import type { ShopFacts } from '#app/facts/facts.ts'
import type { Section } from '#app/facts/sections.ts'
import { brand } from '#app/kit/brand.ts'
import { formatCount } from '#app/kit/count.ts'
import type { SetupStep } from './rules.ts'

export const stepWords: Record<SetupStep, { title: string; lead: string }> = {
  licensee: {
    title: 'Licensee',
    lead: `Who makes and sells under the brand ${brand}, by law: the legal name and the license. Receipts, agreements, certificates, forms and dealers’ mails name this licensee as maker and seller, and so does the foot of every page and mail. Until it is typed, no drop opens and no dealer is asked.`,
  },
  address: {
    title: 'Address, phone, email',
    lead: 'Where the licensee is, where parcels and letters come from, and how customers reach you. Mail to subscribers must carry the address.',
  },
  hours: {
    title: 'Hours and time zone',
    lead: 'When somebody answers. The time zone decides when a day, a drop and a class begin.',
  },
  charges: {
    title: 'Sales tax and shipping',
    lead: 'Tax is collected in the places listed here, and nowhere else. A parcel costs what is listed here; firearms travel to a dealer.',
  },
  dealers: {
    title: 'Federal dealer list',
    lead: 'Firearms go to a licensed dealer, whom buyers and staff find on this list. ATF publishes a new one every month.',
  },
  payments: {
    title: 'Payments',
    lead: 'A test charge shows that money arrives. It is $1.00, and given back at once.',
  },
  mail: {
    title: 'Mail',
    lead: 'A test message shows that mail leaves the shop and arrives.',
  },
  texts: {
    title: 'Rules, policies and claims',
    lead: 'The shop sells under these rules and says these words, in your name. They came with the program: read them, change what is not so, and confirm.',
  },
  sample: {
    title: 'Sample catalog',
    lead: 'Drops, classes and goods to try everything with. Nothing in it is real.',
  },
}

export const sectionWords: {
  title: string
  lead: string
  next: string
  empty: Record<Section, string>
} = {
  title: 'Sections of the site',
  lead: 'A section that is off has no page, and no other page, mail or search leads there or promises anything of it. What was bought before keeps working.',
  next: 'A switch holds on every page at once',
  empty: {
    builder: 'Not shown yet: it appears with the first platform',
    'small-batch': 'Not shown yet: it appears with the first release',
    trust: 'Not shown yet: it appears with the first trust package',
    services: 'Not shown yet: it appears once you publish the text of services',
    training: 'Not shown yet: it appears with the first course',
    registry: 'Not shown yet: it appears with the first drop',
  },
}

export function storedWords(step: SetupStep, facts: ShopFacts): string {
  const { legalName, licenseLine, street, city, state, zip, phone, email, hours, timeZone } = facts
  const line = (...parts: string[]) => parts.filter(Boolean).join(', ')
  if (step === 'licensee') return line(legalName, licenseLine)
  if (step === 'address') return line(street, city, [state, zip].filter(Boolean).join(' '), phone, email)
  if (step === 'hours') return line(hours, timeZone)
  return ''
}

export const partialWords: Partial<Record<SetupStep, string>> = {
  payments: 'Sandbox',
  mail: 'Not sent',
  texts: 'Changed',
}

export const textsChangedWords =
  'Something changed while this page was open. It is listed below now: read it, then confirm again.'

export const itemWords = (count: number) => `${formatCount(count)} item${count === 1 ? '' : 's'}`

export const removalPhrase = 'sample catalog'

export function removalWords(removed: number, stayed: number): string {
  const taken = `${itemWords(removed)} ${removed === 1 ? 'was' : 'were'} taken out.`
  if (stayed === 0) return taken
  return `${taken} ${formatCount(stayed)} ${stayed === 1 ? 'stays, because it was' : 'stay, because they were'} changed, sold or needed.`
}
