import { field, fixed, kindPlan, list, positionField, slugInput, text } from './kind.ts'

const sampleLicense = 'NRA certified pistol instructor; 1234; 2027-05-31'

export const classKinds = {
  courses: kindPlan({
    title: 'Courses',
    one: 'course',
    photos: 'course',
    empty: 'A course is what is taught, for how long and at which price.',
    key: 'slug',
    listed: ['hours', 'priceCents', 'depositCents'],
    isGuarded: true,
    usual: { hours: '8', minimumAge: '18', liveFireRounds: '0', bring: 'Government photo ID' },
    next: { label: 'Add dates', path: '/staff/classes/new?course=' },
    page: '/ccw-training',
    groups: [
      {
        title: 'What is taught',
        fields: [
          field('name', 'Name', text(80, { pattern: /.{3}/, patternWords: 'Write the name' })),
          fixed('slug', 'Address', slugInput, 'Part of links and calendars: it stays. Such as basic-pistol'),
          field(
            'summary',
            'Summary',
            text(400, { rows: 3, pattern: /.{10}/s, patternWords: 'Write one or two sentences' }),
          ),
          field('hours', 'Hours', { kind: 'number', min: 1, max: 24 }),
          field('minimumAge', 'Minimum age', { kind: 'number', min: 18, max: 99 }),
          field(
            'liveFireRounds',
            'Live-fire rounds',
            { kind: 'number', min: 0, max: 2_000 },
            '0: no live fire, no certificate',
          ),
          field('priceCents', 'Price, USD', { kind: 'dollars', minCents: 100 }),
          field(
            'depositCents',
            'Deposit, USD',
            { kind: 'dollars', minCents: 100 },
            'Paid when a seat is booked; the rest on the day. A booked seat keeps its price',
          ),
          field(
            'announcedFor',
            'Announced for',
            text(20, { isOptional: true }),
            'On the home page until there are dates, such as Dec 15',
          ),
          field('topics', 'Topics, one per line', list(20)),
          field('bring', 'Bring, one per line', list(20)),
          field(
            'requirements',
            'Requirements, one per line',
            list(20),
            'What a student has to meet besides the age',
          ),
          positionField,
        ],
      },
    ],
  }),
  instructors: kindPlan({
    title: 'Instructors',
    one: 'instructor',
    photos: 'instructor',
    empty: 'Instructors are named on the certificates of their classes.',
    key: null,
    listed: ['licenses'],
    page: '/ccw-training/instructors',
    groups: [
      {
        title: 'Who teaches',
        fields: [
          field(
            'name',
            'Name, as on certificates',
            text(120, {
              pattern: /.{3}/,
              patternWords: 'Write the name as it is printed on certificates',
            }),
            'Also on the site, with the licenses but not their numbers',
          ),
          field(
            'email',
            'Email with which they sign in here, if they do',
            text(254, {
              isOptional: true,
              pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
              patternWords: 'Enter an email address, such as name@example.com.',
            }),
            'It opens the rosters of the classes that they teach, and of no others.',
          ),
          field(
            'licenses',
            'Licenses, one per line: name; number; last day',
            list(20, {
              parts: ['name', 'number', 'expiresOn'],
              pattern: /^[^;]*[^;\s][^;]*;[^;]*[^;\s][^;]*; ?\d{4}-\d{2}-\d{2}$/,
              patternWords: `write name; number; last day, as in ${sampleLicense}`,
            }),
            `Such as ${sampleLicense}`,
          ),
        ],
      },
    ],
  }),
}
