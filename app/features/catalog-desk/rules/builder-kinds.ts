import { steps } from '#app/features/builds/rules.ts'
import {
  choice,
  type Field,
  field,
  fixed,
  group,
  kindPlan,
  list,
  moment,
  number,
  optional,
  plain,
  positionField,
  slugInput,
  text,
} from './kind.ts'

const inches = optional(number(0.5, 40, { decimals: 2 }))
const id: Field = fixed('id', 'Address', slugInput, 'Names it in saved builds; it stays')
const name: Field = field('name', 'Name', text(80))
const description: Field = field('description', 'Description', text(500, { rows: 3 }))

/** Platforms that have a drawing: only these can be configured. */
const drawn = [
  ['ar15', 'AR-15 pattern'],
  ['ar9', 'AR-9 pattern'],
  ['scorpion', 'Scorpion pattern'],
] as const

function outlineFields(at: string): Field[] {
  return [
    field(`${at}.barrelIn`, 'Barrel, inches', inches, 'Breech face to muzzle, as the law measures'),
    field(`${at}.handguard.lengthIn`, 'Handguard, inches', inches, 'Length and style go together'),
    field(`${at}.handguard.style`, 'Handguard style', optional(choice(plain(['slotted', 'quad'])))),
    field(`${at}.lower`, 'Lower', optional(choice(plain(['forged', 'billet', 'polymer'])))),
    field(`${at}.upper`, 'Upper', optional(choice(plain(['forward-assist', 'slick'])))),
    field(
      `${at}.stock`,
      'Stock or brace',
      optional(choice(plain(['sopmod', 'skeleton', 'brace', 'folding-brace']))),
    ),
    field(`${at}.muzzle`, 'Muzzle device', optional(choice(plain(['birdcage', 'prong', 'linear'])))),
    field(`${at}.optic`, 'Optic', optional(choice(plain(['red-dot', 'scope'])))),
    field(
      `${at}.accessories`,
      'Drawn accessories',
      list(4, { pattern: /^(light|sling|sights|grip)$/, patternWords: 'light, sling, sights or grip' }),
      'light, sling, sights or grip, one in each row',
    ),
  ]
}

const drawing = group({ title: 'Drawing', note: 'differences from the platform’s starting build' }, [
  field('drawing.platform', 'Drawn as', choice(drawn)),
  field(
    'drawing.inked',
    'Steps in ink',
    list(8, { pattern: new RegExp(`^(${steps.join('|')})$`), patternWords: 'a step of the builder' }),
    'One in each row; empty draws everything in ink',
  ),
  ...outlineFields('drawing.outline'),
])

export const builderKinds = {
  platforms: kindPlan({
    title: 'Platforms',
    one: 'platform',
    photos: 'platform',
    empty:
      'A platform is what a build starts from. Those with a drawing can be configured; others can be announced.',
    key: 'id',
    listed: ['availableAt'],
    price: { kind: 'platform', column: 'startingPriceCents', minCents: 1 },
    page: '/build',
    groups: [
      group('Words', [
        {
          ...id,
          hint: `Only ${drawn.map(([known]) => known).join(', ')} have a drawing and can be configured`,
        },
        name,
        description,
        field('calibers', 'Calibers', list(8), 'One in each row'),
        field('specs', 'Facts', list(12), 'One in each row; cards show the first three'),
        positionField,
      ]),
      group({ title: 'Availability', note: 'in the shop’s time' }, [
        field('availableAt', 'Available from', optional(moment), 'Empty while it is coming'),
        field('expected', 'Announced for', optional(text(40)), 'Shown while it is coming, like Q2 2027'),
        field('hypeText', 'Teaser while it is coming', optional(text(200, { rows: 2 }))),
      ]),
    ],
  }),
  parts: kindPlan({
    title: 'Parts',
    one: 'part',
    photos: 'part',
    empty: 'Parts are what is chosen for one of the eight steps of a build.',
    key: 'id',
    listed: ['step', 'platformId'],
    price: { kind: 'part', column: 'priceCents', minCents: 0 },
    page: '/build',
    groups: [
      group('Words', [
        id,
        field('step', 'Step', choice(plain(steps))),
        name,
        {
          ...description,
          label: 'What it is for',
          hint: 'One sentence that lets a buyer choose: what it does, and when to take it',
        },
        field('specs', 'Facts', list(12), 'One in each row'),
        positionField,
      ]),
      group({ title: 'Compatibility', note: 'decides what can be submitted' }, [
        field(
          'platformId',
          'Platform',
          optional(choice('platforms')),
          'Empty fits every platform: only optics and accessories',
        ),
        field(
          'tags',
          'Tags',
          list(12),
          'Calibers (5.56, .300 BLK, 9 mm) must match; “10.3 in and up” and “SBR only” are advice',
        ),
        field(
          'excludes',
          'Cannot be built with',
          list(40, { pattern: /^[\w.-]{1,60}$/, patternWords: 'the address of a part' }),
          'Addresses of other parts, one in each row; it holds both ways',
        ),
      ]),
      group({ title: 'Dimensions for the drawing', note: 'empty changes nothing' }, outlineFields('outline')),
    ],
  }),
  packages: kindPlan({
    title: 'Packages',
    one: 'package',
    photos: 'package',
    empty: 'Packages are complete builds, ready to order.',
    key: 'id',
    listed: ['caliber', 'barrel'],
    page: '/build',
    groups: [
      group('Words', [
        id,
        name,
        description,
        field('caliber', 'Caliber', text(60)),
        field('barrel', 'Barrel', text(60)),
        field('features', 'Features', list(12), 'One in each row'),
        field('includes', 'Included', list(12), 'One in each row'),
        field('priceNote', 'In place of a price', text(80)),
        positionField,
      ]),
      group({ title: 'Build', note: 'opens the configurator; empty opens none' }, [
        field('selection.platformId', 'Platform', optional(choice(drawn))),
        ...steps
          .slice(0, -1)
          .map(
            (step): Field =>
              field(
                `selection.parts.${step}`,
                step[0]?.toUpperCase() + step.slice(1),
                optional(choice(`parts:${step}`)),
              ),
          ),
        field(
          'selection.accessories',
          'Accessories',
          list(20, { pattern: /^[\w.-]{1,60}$/, patternWords: 'the address of a part' }),
          'Addresses of parts, one in each row',
        ),
      ]),
      drawing,
    ],
  }),
  conversions: kindPlan({
    title: 'Conversions',
    one: 'conversion',
    empty: 'Conversions are work on a customer’s own firearm.',
    key: 'id',
    listed: ['platform'],
    page: '/build',
    groups: [
      group('Words', [
        id,
        name,
        description,
        field('platform', 'Base firearm', text(80)),
        field('weeksFrom', 'Weeks, from', number(1, 104)),
        field('weeksTo', 'Weeks, to', number(1, 104)),
        field('features', 'Features', list(12), 'One in each row'),
        positionField,
      ]),
      drawing,
    ],
  }),
}
