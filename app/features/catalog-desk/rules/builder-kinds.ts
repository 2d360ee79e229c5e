import { steps } from '#app/features/builds/rules.ts'
import type { Field } from './fields.ts'
import { field, fixed, kindPlan, list, plain, positionField, slugInput, text } from './kind.ts'

const inches = { kind: 'number', min: 0.5, max: 40, decimals: 2, isOptional: true } as const
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
    choice(`${at}.handguard.style`, 'Handguard style', ['slotted', 'quad']),
    choice(`${at}.lower`, 'Lower', ['forged', 'billet', 'polymer']),
    choice(`${at}.upper`, 'Upper', ['forward-assist', 'slick']),
    choice(`${at}.stock`, 'Stock or brace', ['sopmod', 'skeleton', 'brace', 'folding-brace']),
    choice(`${at}.muzzle`, 'Muzzle device', ['birdcage', 'prong', 'linear']),
    choice(`${at}.optic`, 'Optic', ['red-dot', 'scope']),
    field(
      `${at}.accessories`,
      'Drawn accessories',
      list(4, { pattern: /^(light|sling|sights|grip)$/, patternWords: 'light, sling, sights or grip' }),
      'light, sling, sights or grip, one in each row',
    ),
  ]
}

function choice(name: string, label: string, values: readonly string[]): Field {
  return field(name, label, { kind: 'choice', options: plain(values), isOptional: true })
}

const drawing = {
  title: 'Drawing',
  note: 'differences from the platform’s starting build',
  fields: [
    field('drawing.platform', 'Drawn as', { kind: 'choice', options: drawn }),
    field(
      'drawing.inked',
      'Steps in ink',
      list(8, { pattern: new RegExp(`^(${steps.join('|')})$`), patternWords: 'a step of the builder' }),
      'One in each row; empty draws everything in ink',
    ),
    ...outlineFields('drawing.outline'),
  ] as readonly Field[],
}

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
      {
        title: 'Words',
        fields: [
          {
            ...id,
            hint: `Only ${drawn.map(([known]) => known).join(', ')} have a drawing and can be configured`,
          },
          name,
          description,
          field('calibers', 'Calibers', list(8), 'One in each row'),
          field('specs', 'Facts', list(12), 'One in each row; cards show the first three'),
          positionField,
        ],
      },
      {
        title: 'Availability',
        note: 'in the shop’s time',
        fields: [
          field(
            'availableAt',
            'Available from',
            { kind: 'moment', isOptional: true },
            'Empty while it is coming',
          ),
          field(
            'expected',
            'Announced for',
            text(40, { isOptional: true }),
            'Shown while it is coming, like Q2 2027',
          ),
          field('hypeText', 'Teaser while it is coming', text(200, { rows: 2, isOptional: true })),
        ],
      },
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
      {
        title: 'Words',
        fields: [
          id,
          field('step', 'Step', { kind: 'choice', options: plain(steps) }),
          name,
          {
            ...description,
            label: 'What it is for',
            hint: 'One sentence that lets a buyer choose: what it does, and when to take it',
          },
          field('specs', 'Facts', list(12), 'One in each row'),
          positionField,
        ],
      },
      {
        title: 'Compatibility',
        note: 'decides what can be submitted',
        fields: [
          field(
            'platformId',
            'Platform',
            { kind: 'choice', options: 'platforms', isOptional: true },
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
        ],
      },
      {
        title: 'Dimensions for the drawing',
        note: 'empty changes nothing',
        fields: outlineFields('outline'),
      },
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
      {
        title: 'Words',
        fields: [
          id,
          name,
          description,
          field('caliber', 'Caliber', text(60)),
          field('barrel', 'Barrel', text(60)),
          field('features', 'Features', list(12), 'One in each row'),
          field('includes', 'Included', list(12), 'One in each row'),
          field('priceNote', 'In place of a price', text(80)),
          positionField,
        ],
      },
      {
        title: 'Build',
        note: 'opens the configurator; empty opens none',
        fields: [
          field('selection.platformId', 'Platform', { kind: 'choice', options: drawn, isOptional: true }),
          ...steps.slice(0, -1).map(
            (step): Field =>
              field(`selection.parts.${step}`, step[0]?.toUpperCase() + step.slice(1), {
                kind: 'choice',
                options: `parts:${step}`,
                isOptional: true,
              }),
          ),
          field(
            'selection.accessories',
            'Accessories',
            list(20, { pattern: /^[\w.-]{1,60}$/, patternWords: 'the address of a part' }),
            'Addresses of parts, one in each row',
          ),
        ],
      },
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
      {
        title: 'Words',
        fields: [
          id,
          name,
          description,
          field('platform', 'Base firearm', text(80)),
          field('weeksFrom', 'Weeks, from', { kind: 'number', min: 1, max: 104 }),
          field('weeksTo', 'Weeks, to', { kind: 'number', min: 1, max: 104 }),
          field('features', 'Features', list(12), 'One in each row'),
          positionField,
        ],
      },
      drawing,
    ],
  }),
}
