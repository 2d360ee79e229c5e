import type { ReleaseSlug } from '#app/features/small-batch/rules.ts'
import type { RelativeHour } from '../sample-drop.ts'

/** A release of the sample catalog. Its window is relative to the day of installation. */
export type SampleRelease = {
  slug: ReleaseSlug
  name: string
  summary: string
  story: string
  details: string[]
  announcedFor: string
  caliber: string
  barrel: string
  maxPerBuyer: number
  totalUnits: number
  priceCents: number
  opens: RelativeHour
  closes: RelativeHour
  /** The numbers of the slots that are gone. */
  taken: number[]
}

/** One release per line, with the window the catalog announced and the one in which it really takes orders. */
export const sampleReleases: SampleRelease[] = [
  {
    slug: 'guerrilla',
    name: 'Guerrilla',
    summary: 'Field finish, survey engraving.',
    story:
      'A survey sheet says where the ground rises, and nothing else. The Guerrilla line carries one on the receiver: contours cut shallow around a matte field finish that is meant to be worn. Each build of the window owns one contour of the sheet, and the sheet is engraved whole on all of them.',
    details: [
      'Short-barreled rifle in 5.56, 10.3 in barrel',
      'Matte green-gray ceramic field finish',
      'Survey sheet engraved around the receiver',
      'Your slot number on the plate and on its contour',
    ],
    announcedFor: 'Q4 2024',
    caliber: '5.56 NATO',
    barrel: '10.3 in',
    maxPerBuyer: 2,
    totalUnits: 15,
    priceCents: 229_900,
    opens: { days: -12, hour: 12 },
    closes: { days: 23, hour: 18 },
    taken: [1, 2, 3, 5, 7, 8, 11, 12, 14],
  },
  {
    slug: 'outlaw',
    name: 'Outlaw',
    summary: 'Engine-turned plate, copper fill.',
    story:
      'Share certificates were once protected by rosettes that only one machine could draw. The Outlaw line takes the rosette to the side plate: engine-turned, filled with copper by hand and lapped flush. There are ten strands to a ring, and one build to a strand.',
    details: [
      'Short-barreled rifle in .300, 8.5 in barrel',
      'Engine-turned side plate, ten strands to a ring',
      'Copper filled by hand and lapped flush',
      'Your slot number inside the rosette',
    ],
    announcedFor: 'Q1 2025',
    caliber: '.300 Blackout',
    barrel: '8.5 in',
    maxPerBuyer: 1,
    totalUnits: 10,
    priceCents: 274_900,
    opens: { days: 38, hour: 12 },
    closes: { days: 66, hour: 18 },
    taken: [],
  },
  {
    slug: 'cyber',
    name: 'Cyber',
    summary: 'Scanned serial, cool gray finish.',
    story:
      'The Cyber line reads its own number. The plate is scanned in eight passes while the numeral is still a relief, and the passes are engraved over it as they came from the scanner. Eight passes, eight builds: the smallest window there is.',
    details: [
      'Short-barreled rifle in 9 mm, 5.5 in barrel',
      'Cool gray anodized receiver',
      'Relief scan of the numeral in eight passes',
      'Your pass marked at its edge',
    ],
    announcedFor: 'Q2 2025',
    caliber: '9 mm',
    barrel: '5.5 in',
    maxPerBuyer: 1,
    totalUnits: 8,
    priceCents: 249_900,
    opens: { days: 94, hour: 12 },
    closes: { days: 115, hour: 18 },
    taken: [],
  },
]
