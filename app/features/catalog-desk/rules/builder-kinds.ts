import { steps } from '#app/features/builds/rules.ts'
import type { Field } from './fields.ts'
import { type KindPlan, positionField, slugInput } from './kind.ts'

const plain = (values: readonly string[]) =>
  values.map((each) => [each, each.replaceAll(/[-_]/g, ' ')] as const)
const inches = { kind: 'number', min: 0.5, max: 40, decimals: 2, isOptional: true } as const
const id: Field = {
  name: 'id',
  label: 'Address',
  hint: 'Names it in saved builds; it stays',
  input: slugInput,
  isFixed: true,
}
const name: Field = { name: 'name', label: 'Name', input: { kind: 'text', max: 80 } }
const description: Field = {
  name: 'description',
  label: 'Description',
  input: { kind: 'text', max: 500, rows: 3 },
}

/** Platforms that have a drawing: only these can be configured. */
const drawn = [
  ['ar15', 'AR-15 pattern'],
  ['ar9', 'AR-9 pattern'],
  ['scorpion', 'Scorpion pattern'],
] as const

function outlineFields(at: string): Field[] {
  return [
    {
      name: `${at}.barrelIn`,
      label: 'Barrel, inches',
      hint: 'Breech face to muzzle, as the law measures',
      input: inches,
    },
    {
      name: `${at}.handguard.lengthIn`,
      label: 'Handguard, inches',
      hint: 'Length and style go together',
      input: inches,
    },
    choice(`${at}.handguard.style`, 'Handguard style', ['slotted', 'quad']),
    choice(`${at}.lower`, 'Lower', ['forged', 'billet', 'polymer']),
    choice(`${at}.upper`, 'Upper', ['forward-assist', 'slick']),
    choice(`${at}.stock`, 'Stock or brace', ['sopmod', 'skeleton', 'brace', 'folding-brace']),
    choice(`${at}.muzzle`, 'Muzzle device', ['birdcage', 'prong', 'linear']),
    choice(`${at}.optic`, 'Optic', ['red-dot', 'scope']),
    {
      name: `${at}.accessories`,
      label: 'Drawn accessories',
      hint: 'light, sling, sights or grip, one in each row',
      input: {
        kind: 'list',
        max: 4,
        pattern: /^(light|sling|sights|grip)$/,
        patternWords: 'light, sling, sights or grip',
      },
    },
  ]
}

function choice(field: string, label: string, values: readonly string[]): Field {
  return { name: field, label, input: { kind: 'choice', options: plain(values), isOptional: true } }
}

const drawing = {
  title: 'Drawing',
  note: 'differences from the platform’s starting build',
  fields: [
    { name: 'drawing.platform', label: 'Drawn as', input: { kind: 'choice', options: drawn } },
    {
      name: 'drawing.inked',
      label: 'Steps in ink',
      hint: 'One in each row; empty draws everything in ink',
      input: {
        kind: 'list',
        max: 8,
        pattern: new RegExp(`^(${steps.join('|')})$`),
        patternWords: 'a step of the builder',
      },
    },
    ...outlineFields('drawing.outline'),
  ] as readonly Field[],
}

export const builderKinds = {
  platforms: {
    title: 'Platforms',
    one: 'platform',
    photos: 'platform',
    empty:
      'A platform is what a build starts from. Those with a drawing can be configured; others can be announced.',
    key: 'id',
    name: 'name',
    listed: ['availableAt'],
    price: { kind: 'platform', column: 'startingPriceCents', minCents: 1 },
    hasState: true,
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
          { name: 'calibers', label: 'Calibers', hint: 'One in each row', input: { kind: 'list', max: 8 } },
          {
            name: 'specs',
            label: 'Facts',
            hint: 'One in each row; cards show the first three',
            input: { kind: 'list', max: 12 },
          },
          positionField,
        ],
      },
      {
        title: 'Availability',
        note: 'in the shop’s time',
        fields: [
          {
            name: 'availableAt',
            label: 'Available from',
            hint: 'Empty while it is coming',
            input: { kind: 'moment', isOptional: true },
          },
          {
            name: 'expected',
            label: 'Announced for',
            hint: 'Shown while it is coming, like Q2 2027',
            input: { kind: 'text', max: 40, isOptional: true },
          },
          {
            name: 'hypeText',
            label: 'Teaser while it is coming',
            input: { kind: 'text', max: 200, rows: 2, isOptional: true },
          },
        ],
      },
    ],
  },
  parts: {
    title: 'Parts',
    one: 'part',
    photos: 'part',
    empty: 'Parts are what is chosen for one of the eight steps of a build.',
    key: 'id',
    name: 'name',
    listed: ['step', 'platformId'],
    price: { kind: 'part', column: 'priceCents', minCents: 0 },
    hasState: true,
    page: '/build',
    groups: [
      {
        title: 'Words',
        fields: [
          id,
          { name: 'step', label: 'Step', input: { kind: 'choice', options: plain(steps) } },
          name,
          {
            ...description,
            label: 'What it is for',
            hint: 'One sentence that lets a buyer choose: what it does, and when to take it',
          },
          { name: 'specs', label: 'Facts', hint: 'One in each row', input: { kind: 'list', max: 12 } },
          positionField,
        ],
      },
      {
        title: 'Compatibility',
        note: 'decides what can be submitted',
        fields: [
          {
            name: 'platformId',
            label: 'Platform',
            hint: 'Empty fits every platform: only optics and accessories',
            input: { kind: 'choice', options: 'platforms', isOptional: true },
          },
          {
            name: 'tags',
            label: 'Tags',
            hint: 'Calibers (5.56, .300 BLK, 9 mm) must match; “10.3 in and up” and “SBR only” are advice',
            input: { kind: 'list', max: 12 },
          },
          {
            name: 'excludes',
            label: 'Cannot be built with',
            hint: 'Addresses of other parts, one in each row; it holds both ways',
            input: {
              kind: 'list',
              max: 40,
              pattern: /^[\w.-]{1,60}$/,
              patternWords: 'the address of a part',
            },
          },
        ],
      },
      {
        title: 'Dimensions for the drawing',
        note: 'empty changes nothing',
        fields: outlineFields('outline'),
      },
    ],
  },
  packages: {
    title: 'Packages',
    one: 'package',
    photos: 'package',
    empty: 'Packages are complete builds, ready to order.',
    key: 'id',
    name: 'name',
    listed: ['caliber', 'barrel'],
    hasState: true,
    page: '/build',
    groups: [
      {
        title: 'Words',
        fields: [
          id,
          name,
          description,
          { name: 'caliber', label: 'Caliber', input: { kind: 'text', max: 60 } },
          { name: 'barrel', label: 'Barrel', input: { kind: 'text', max: 60 } },
          { name: 'features', label: 'Features', hint: 'One in each row', input: { kind: 'list', max: 12 } },
          { name: 'includes', label: 'Included', hint: 'One in each row', input: { kind: 'list', max: 12 } },
          { name: 'priceNote', label: 'In place of a price', input: { kind: 'text', max: 80 } },
          positionField,
        ],
      },
      {
        title: 'Build',
        note: 'opens the configurator; empty opens none',
        fields: [
          {
            name: 'selection.platformId',
            label: 'Platform',
            input: { kind: 'choice', options: drawn, isOptional: true },
          },
          ...steps.slice(0, -1).map(
            (step): Field => ({
              name: `selection.parts.${step}`,
              label: step[0]?.toUpperCase() + step.slice(1),
              input: { kind: 'choice', options: `parts:${step}`, isOptional: true },
            }),
          ),
          {
            name: 'selection.accessories',
            label: 'Accessories',
            hint: 'Addresses of parts, one in each row',
            input: {
              kind: 'list',
              max: 20,
              pattern: /^[\w.-]{1,60}$/,
              patternWords: 'the address of a part',
            },
          },
        ],
      },
      drawing,
    ],
  },
  conversions: {
    title: 'Conversions',
    one: 'conversion',
    empty: 'Conversions are work on a customer’s own firearm.',
    key: 'id',
    name: 'name',
    listed: ['platform'],
    hasState: true,
    page: '/build',
    groups: [
      {
        title: 'Words',
        fields: [
          id,
          name,
          description,
          { name: 'platform', label: 'Base firearm', input: { kind: 'text', max: 80 } },
          { name: 'weeksFrom', label: 'Weeks, from', input: { kind: 'number', min: 1, max: 104 } },
          { name: 'weeksTo', label: 'Weeks, to', input: { kind: 'number', min: 1, max: 104 } },
          { name: 'features', label: 'Features', hint: 'One in each row', input: { kind: 'list', max: 12 } },
          positionField,
        ],
      },
      drawing,
    ],
  },
} as const satisfies Record<string, KindPlan>
