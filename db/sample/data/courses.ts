/** Prices in US cents. */
export type SampleCourse = {
  slug: string
  name: string
  summary: string
  hours: number
  priceCents: number
  depositCents: number
  /** Rounds that each student fires in the instructor's presence. */
  liveFireRounds: number
  announcedFor: string | null
  topics: string[]
  bring: string[]
  /** Its sessions: the week after installation (0 is the first whole one), the weekday, the hour, and how many seats are gone. */
  sessions: { week: number; weekday: 'Sat' | 'Sun'; hour: number; taken: number }[]
}

/** The three courses of the landing page, and the one-day course that the registration is for. */
export const sampleCourses: SampleCourse[] = [
  {
    slug: 'basic-pistol',
    name: 'Basic Pistol',
    summary: 'A first morning on the range: how a pistol works, how to hold it, how to shoot it safely.',
    hours: 4,
    priceCents: 15_000,
    depositCents: 7_500,
    liveFireRounds: 50,
    announcedFor: 'Dec 15',
    topics: [
      'Safety rules and range commands',
      'Parts and loading',
      'Grip, stance, sights',
      'Live fire at 5 and 7 yards',
    ],
    bring: ['Government photo ID', 'Closed shoes and a cap'],
    sessions: [
      { week: 0, weekday: 'Sat', hour: 9, taken: 12 },
      { week: 2, weekday: 'Sat', hour: 9, taken: 7 },
      { week: 5, weekday: 'Sun', hour: 9, taken: 2 },
    ],
  },
  {
    slug: 'ccw-certification',
    name: 'CCW Certification',
    summary:
      'Classroom and range for people who mean to carry: law, holster, storage, and a shooting test at the end.',
    hours: 8,
    priceCents: 20_000,
    depositCents: 7_500,
    liveFireRounds: 60,
    announcedFor: 'Dec 22',
    topics: [
      'The law of carrying, with its sources',
      'Holsters, clothing and storage at home',
      'Drawing from the holster',
      'Shooting test',
    ],
    bring: ['Government photo ID', 'Belt and strong-side holster, if you own one'],
    sessions: [
      { week: 0, weekday: 'Sun', hour: 9, taken: 9 },
      { week: 3, weekday: 'Sun', hour: 9, taken: 4 },
      { week: 6, weekday: 'Sat', hour: 9, taken: 1 },
    ],
  },
  {
    slug: 'advanced-tactics',
    name: 'Advanced Tactics',
    summary: 'For shooters who have the basics: movement, cover, reloads, and decisions under time.',
    hours: 6,
    priceCents: 17_500,
    depositCents: 7_500,
    liveFireRounds: 150,
    announcedFor: 'Jan 5',
    topics: [
      'Movement and cover',
      'Reloads and malfunctions',
      'More than one target',
      'Decisions under time',
    ],
    bring: ['Government photo ID', 'Your pistol, holster and three magazines'],
    sessions: [
      { week: 1, weekday: 'Sat', hour: 10, taken: 11 },
      { week: 4, weekday: 'Sun', hour: 10, taken: 0 },
    ],
  },
  {
    slug: 'nra-basic-pistol',
    name: 'NRA Basic Pistol Course',
    summary: 'The whole beginner’s course in one day: classroom in the morning, range in the afternoon.',
    hours: 8,
    priceCents: 15_000,
    depositCents: 7_500,
    liveFireRounds: 100,
    announcedFor: null,
    topics: [
      'Pistol parts and ammunition',
      'Shooting fundamentals',
      'Cleaning and storage',
      'Live fire with an instructor beside you',
    ],
    bring: ['Government photo ID', 'Lunch: the break is short'],
    sessions: [
      { week: 1, weekday: 'Sun', hour: 9, taken: 5 },
      { week: 2, weekday: 'Sun', hour: 9, taken: 12 },
      { week: 4, weekday: 'Sat', hour: 9, taken: 3 },
      { week: 6, weekday: 'Sun', hour: 9, taken: 0 },
    ],
  },
]
