import { expect } from 'vitest'
import { instructors } from '#app/features/courses/tables.ts'
import { isPublicPath } from '#app/features/pages/rules.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { type Visitor, visitor } from '#test/visitor.ts'

type SpecifiedPage = {
  /** Checked once the page exists (`status` in app/features/pages/rules.ts). */
  route: string
  /** Where to look, if not at the route itself: a filter that finds nothing, for one. */
  at?: string
  status?: 404
  texts: readonly string[]
  /** Texts that lead to a page, shown only while that page exists. */
  calls?: Readonly<Record<string, readonly string[]>>
}

const everywhere: readonly string[] = [
  'Home',
  'Builder',
  'PACo Drops',
  'Current Drop',
  'Drop Details',
  'PACo Vault',
  'Small-Batch',
  'Current Releases',
  'Guerrilla Line',
  'Outlaw Line',
  'Cyber Line',
  'CCW Training',
  'Course Schedule',
  'Register Now',
  'Instructors',
  'Vault',
  'About',
  'Contact',
  'Join the Drop',
]

const specifiedPages: readonly SpecifiedPage[] = [
  {
    route: '/',
    texts: [
      'Join Current Drop',
      'Explore CCW Courses',
      'Join the Drop',
      'DAYS',
      'HRS',
      'MIN',
      'SEC',
      'Small-Batch Specs',
      'Join Build Window',
      'CCW Training',
      'Basic Pistol',
      'CCW Certification',
      'Advanced Tactics',
      'The Vault',
      'View All Archives',
      'Stay in the Loop',
      'Subscribe',
    ],
    calls: { '/build': ['Your Build. Your Rules. Start Today.', 'Build Your Kit'] },
  },
  {
    route: '/drops',
    texts: ['LIVE NOW', 'Join the Drop', 'Explore Vault', 'Explore Archive'],
    calls: { '/build': ['Start Building'] },
  },
  { route: '/drops/details', texts: ['Drop Details'] },
  {
    route: '/drops/vault',
    texts: [
      'All',
      'Hype',
      'Meme',
      'Prestige',
      'Grail',
      'LIVE',
      'COMING SOON',
      'SOLD OUT',
      'ARCHIVED',
      'From',
      'Join Drop',
      'View Details',
    ],
  },
  {
    route: '/drops/vault',
    at: '/drops/vault?q=no+such+drop',
    texts: ['No Drops Found', 'Try adjusting your filters or search terms.', 'Clear Filters'],
  },
  {
    route: '/drops',
    at: '/drops/guerrilla-vol-1',
    texts: [
      'LIVE NOW',
      'Ends in:',
      'DAYS',
      'HRS',
      'MIN',
      'SEC',
      'Join Drop',
      'The Story',
      'Collector Details',
      'Patch Presale',
      'Numbered certificate',
      'Exclusive patch',
      'Drop card',
      'Custom case',
      'Limited run',
      'Drop number',
      'Category',
    ],
  },
  {
    route: '/drops',
    at: '/drops/cyber-vol-1',
    texts: [
      'COMING SOON',
      'Launches in:',
      'Get Notified',
      'Buy Patch for Early Access',
      'The Story',
      'Collector Details',
    ],
  },
  { route: '/drops', at: '/drops/noir-vol-1', texts: ['SOLD OUT', 'Get Notified'] },
  { route: '/drops', at: '/drops/founders', texts: ['ARCHIVED', 'Get Notified'] },
  {
    route: '/drops',
    at: '/drops/no-such-drop',
    status: 404,
    texts: [
      'Drop Not Found',
      "The drop you're looking for doesn't exist or has been removed.",
      'Back to Vault',
    ],
  },
  {
    route: '/small-batch',
    texts: ['Guerrilla Line', 'Outlaw Line', 'Cyber Line', 'Join Build Window'],
  },
  { route: '/small-batch', at: '/small-batch/guerrilla', texts: ['Guerrilla', 'Join Build Window'] },
  { route: '/small-batch', at: '/small-batch/outlaw', texts: ['Outlaw', 'Join Build Window'] },
  { route: '/small-batch', at: '/small-batch/cyber', texts: ['Cyber', 'Join Build Window'] },
  {
    route: '/ccw-training',
    texts: ['Course Schedule', 'Basic Pistol', 'CCW Certification', 'Advanced Tactics'],
  },
  { route: '/ccw-training/instructors', texts: ['Instructors'] },
  { route: '/ccw-training/register', texts: ['Register Now', 'Continue with Selected Date'] },
  {
    route: '/course-registration',
    texts: [
      'Register Now',
      '$150 total',
      '$75 deposit now',
      '$75 balance on course day (cash or card)',
      '8 hours (typically 9 AM to 5 PM)',
      'Limited to 12 students',
      'Age 18+',
      'Deposit refundable up to 48 hours before the course date. No-shows forfeit the deposit.',
    ],
  },
  { route: '/course-registration/scheduling', texts: ['Continue with Selected Date'] },
  { route: '/vault', texts: ['Vault'] },
  {
    route: '/build',
    texts: [
      'Start Your Build',
      'Reserve a Slot',
      'Get notified',
      '$100',
      'AR-15',
      'AR-9',
      'Scorpion',
      'Notify Me',
      'Why Choose an SBR',
      'Choose Your Platform',
      'Call for current pricing',
      'Configure pricing',
      'Get Conversion Quote',
      'How It Works',
      'Download Process Guide',
      'Coming Soon',
    ],
  },
  {
    route: '/trust',
    texts: [
      '$29 (digital download)',
      'Trust Pack Only',
      'Trust + Build Bundle',
      'Best Value',
      'Save $10 when bundled',
      'not legal advice',
    ],
  },
  {
    route: '/services',
    texts: [
      'NRA Basic Pistol Course',
      'Gunsmithing and customization',
      'Compliance modifications',
      'Transfer and filing assistance',
      'Training and education',
      'ATF compliance consulting',
      'Maintenance plans',
    ],
  },
  {
    route: '/accessories',
    texts: [
      'All',
      'Magazines & Feeding',
      'Morale Patches',
      'Suppressor Accessories',
      'Tactical Gear',
      'Maintenance & Care',
      'In Stock',
      'Add to Cart',
    ],
  },
  {
    route: '/accessories',
    at: '/accessories?q=no+such+thing',
    texts: ['No accessories found matching your criteria.', 'Clear Filters'],
  },
  { route: '/learn', texts: ['Form 4', 'Form 1', 'Wait times', 'Educational Video Coming Soon'] },
  {
    route: '/about',
    texts: ['Precision', 'Compliance', 'Education'],
    calls: { '/build': ['Start Your Build'] },
  },
  { route: '/faq', texts: ['Legal & Compliance', 'Form 1 Process', 'Technical & Assembly'] },
  {
    route: '/contact',
    texts: [
      'First name',
      'Last name',
      'Email',
      'Subject',
      'Message',
      'Send Message',
      'Technical',
      'Legal',
      'Orders',
      'Shipping',
      'General',
      '8:00 AM-6:00 PM',
      '10:00 AM-4:00 PM',
      'within 24 hours on business days',
    ],
  },
  {
    route: '/process-guide',
    texts: ['Submit Form 4', 'ATF review period', 'Take delivery', 'suppressor-ready'],
  },
  { route: '/', at: '/no-such-page', status: 404, texts: ['Oops! Page not found'] },
]

const pages = specifiedPages.filter(({ route }) => isPublicPath(route))
const addressOf = ({ route, at }: SpecifiedPage) => at ?? route

/** A shop with the sample catalog, and somebody who teaches: only then is there a page of instructors. */
async function visitorOf(ctx: TestContext): Promise<Visitor> {
  await ctx.db.insert(instructors).values({ name: 'I. Sample' })
  return visitor(ctx, { sample: true })
}

function textsOf({ texts, calls = {} }: SpecifiedPage): string[] {
  const shown = Object.entries(calls).flatMap(([to, words]) => (isPublicPath(to) ? words : []))
  return [...everywhere, ...texts, ...shown]
}

function missing(texts: readonly string[], words: string): string[] {
  const plain = (text: string) => text.replaceAll(/\s/g, '')
  return texts.filter((text) => !plain(words).includes(plain(text)))
}

const wordless =
  /^(?:click )?(?:here|this|go|start|more|information|(?:learn|read|see) more|more info(?:rmation)?)$/i

function unclearLinks({ document }: Visitor): string[] {
  const links = [...document.querySelectorAll('a[href]')].map((link) => ({
    name: (link.getAttribute('aria-label') ?? link.textContent).replaceAll(/\s+/g, ' ').trim(),
    to: (link.getAttribute('href') ?? '').replace(/^(mailto:[^?]*).*/, '$1'),
    isOwn: link.closest('main') !== null && !link.closest('details:not([open])'),
  }))
  const targets = Map.groupBy(
    links.filter(({ isOwn }) => isOwn),
    ({ name }) => name,
  )
  const ambiguous = [...targets]
    .map(([name, group]) => [name, ...new Set(group.map(({ to }) => to))])
    .filter((named) => named.length > 2)
  return [
    ...links.filter(({ name }) => wordless.test(name)).map(({ name }) => name),
    ...ambiguous.map((named) => named.join(' ')),
  ]
}

test('every page says what the specification says, and its links say where they lead', async ({ ctx }) => {
  const reader = await visitorOf(ctx)
  for (const page of pages) {
    const address = addressOf(page)
    await reader.open(address)
    expect(reader.status, address).toBe(page.status ?? 200)
    const footers = reader.parts('contentinfo').filter((footer) => !footer.closest('main'))
    expect(footers, address).toHaveLength(1)
    expect(missing(textsOf(page), reader.body.textContent), address).toEqual([])
    expect(unclearLinks(reader), address).toEqual([])
  }
})

test('before the gate every page is the same gate in its own colors, and says nothing else of itself', async ({
  ctx,
}) => {
  await visitorOf(ctx)
  const { ask } = await givenSite(ctx)
  const gates = new Set<string>()
  for (const page of pages) {
    const address = addressOf(page)
    const answer = await ask(address, { isVerified: false })
    const html = await answer.text()
    const body = html.slice(html.indexOf('<body'))
    expect(body, address).toContain('Are you 18 or older?')
    const said = textsOf(page).filter((text) => text.length > 3 && body.includes(text))
    expect(said, address).toEqual([])
    expect(body, address).not.toMatch(/<(nav|footer|a)\b/)
    gates.add(body.replaceAll(/(data-theme|name="next" value)="[^"]*"/g, ''))
  }
  expect(gates.size).toBe(1)
})
