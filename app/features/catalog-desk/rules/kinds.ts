import { builderKinds } from './builder-kinds.ts'
import {
  choice,
  day,
  dollars,
  field,
  fixed,
  group,
  kindPlan,
  list,
  number,
  optional,
  plain,
  positionField,
  slugInput,
  text,
  yes,
} from './kind.ts'
import { pictures } from '#app/features/accessories/rules.ts'
import { ab1263Marks, magazineFits } from '#app/features/compliance/rules.ts'
import { taxClasses } from '#app/features/delivery/rules.ts'
import { states } from '#app/features/compliance/rules/states.ts'

const deliveryKinds = {
  shipping: kindPlan({
    title: 'Shipping ways',
    one: 'shipping way',
    empty: 'Without a way of shipping nothing can be sent.',
    key: 'code',
    listed: ['isByAir'],
    price: { kind: 'shipping_method', column: 'priceCents', minCents: 0 },
    groups: [
      group('Words', [
        fixed('code', 'Code', { ...slugInput, max: 40 }),
        field('name', 'Name', text(60)),
        field('text', 'One line', text(200)),
        field('isByAir', 'The carrier may fly it', yes),
        positionField,
      ]),
    ],
  }),
  tax: kindPlan({
    title: 'Tax rates',
    one: 'tax rate',
    empty: 'No sales tax is collected anywhere: where the shop has nexus, a rate belongs here.',
    key: null,
    name: 'state',
    listed: ['county', 'rateMillionths', 'effectiveFrom', 'effectiveTo'],
    hasState: false,
    isGuarded: true,
    groups: [
      group('Place and rate', [
        fixed('state', 'State', choice(states.map(({ code, name }) => [code, name] as const))),
        fixed(
          'county',
          'County',
          optional(text(60)),
          'Empty for the state’s own rate; a county’s is added to it',
        ),
        fixed(
          'rateMillionths',
          'Rate in percent',
          { kind: 'percent' },
          'A new rate is a new row with its first day',
        ),
        fixed('capCents', 'Up to this much of one item', optional(dollars(1)), 'Empty takes it of all'),
        fixed('taxesShipping', 'Shipping is taxed as what is shipped', yes),
      ]),
      group('Period and source', [
        fixed('effectiveFrom', 'First day', day),
        field('effectiveTo', 'Last day', optional(day), 'Empty while no end is known'),
        field('source', 'Source', text(300), 'The page of the revenue department'),
      ]),
    ],
  }),
}

const goodsKinds = {
  accessories: kindPlan({
    title: 'Accessories',
    one: 'accessory',
    photos: 'accessory',
    empty: 'Accessories are everything sold beside firearms. Each one has a category.',
    needs: { options: 'categories', one: 'category', path: '/staff/catalog/categories/new' },
    key: 'id',
    listed: ['category'],
    price: { kind: 'accessory', column: 'priceCents', minCents: 1 },
    stock: { kind: 'accessory', column: 'stock' },
    page: '/accessories',
    groups: [
      group('Words', [
        fixed('id', 'Address', slugInput, 'Names it in files and pictures; it stays'),
        field('name', 'Name', text(80)),
        field('description', 'One line', text(300, { rows: 2 })),
        field('specs', 'Facts', list(12), 'One in each row; the card shows the first three'),
        field(
          'fitsPlatforms',
          'Fits platforms',
          list(20, { pattern: /^[a-z0-9-]{1,60}$/, patternWords: 'the address of a platform' }),
          'Their addresses, like ar15, one in each row; its page names and links them',
        ),
        field('category', 'Category', choice('categories')),
        positionField,
        field('featured', 'Featured at the top of the page', yes),
        field('image', 'Drawing', choice(plain(pictures)), 'Stands where there is no photograph'),
      ]),
      group({ title: 'Flags', note: 'checked at payment and at dispatch' }, [
        field(
          'statesBarred',
          'States barred',
          { kind: 'states' },
          'Two letters each, like CA NY; empty bars none',
        ),
        field(
          'caAb1263',
          'California, AB 1263',
          choice(plain(ab1263Marks)),
          'Covered is refused there; unclear is decided by a person',
        ),
        field('capacity', 'Magazine: rounds', optional(number(1, 500)), 'Empty on what is no magazine'),
        field('fits', 'Magazine: fits', optional(choice(plain(magazineFits)))),
        field('needsAdultSignature', 'Adult signature at the door', yes),
        field('isGroundOnly', 'Travels on the ground only', yes),
      ]),
    ],
  }),
  categories: kindPlan({
    title: 'Categories',
    one: 'category',
    empty: 'Categories are the tabs of the accessories page.',
    key: 'slug',
    listed: ['taxClass', 'position'],
    page: '/accessories',
    groups: [
      group('Category', [
        fixed('slug', 'Address', { ...slugInput, max: 40 }),
        field('name', 'Name', text(60)),
        field(
          'taxClass',
          'Sales tax class',
          choice(plain(taxClasses)),
          'Magazines are magazines in every category',
        ),
        positionField,
      ]),
    ],
  }),
  patches: kindPlan({
    title: 'Patches',
    one: 'patch',
    photos: 'patch',
    empty: 'A patch belongs to a drop.',
    needs: { options: 'drops', one: 'drop', path: '/staff/drops/new' },
    key: null,
    changesByFile: true,
    listed: ['dropId', 'position'],
    price: { kind: 'patch', column: 'price', minCents: 1 },
    stock: { kind: 'patch', column: 'availableQuantity' },
    page: '/drops',
    groups: [
      group('Words', [
        fixed('dropId', 'Drop', choice('drops')),
        field('name', 'Name', text(80)),
        field('description', 'One line', optional(text(300, { rows: 2 }))),
        { ...positionField, label: 'Place among the patches of its drop' },
        // Whoever buys it is promised this.
        fixed('grantsEarlyAccess', 'Its code opens the drop early', yes),
      ]),
    ],
  }),
  trust: kindPlan({
    title: 'Trust editions',
    one: 'edition',
    empty: 'Trust editions are the ways to buy the trust pack.',
    key: 'slug',
    listed: ['besides'],
    price: { kind: 'trust_package', column: 'priceCents', minCents: 1 },
    page: '/trust',
    groups: [
      group('Words', [
        fixed('slug', 'Address', slugInput),
        field('name', 'Name', text(80)),
        field('besides', 'Paid besides', optional(text(60)), 'Like build price; empty for the pack alone'),
        field('flag', 'Badge', optional(text(30))),
        field('saving', 'What it saves', optional(text(60))),
        field('contents', 'Contents', list(20), 'One in each row'),
        positionField,
      ]),
    ],
  }),
}

const sampleLicense = 'NRA certified pistol instructor; 1234; 2027-05-31'

const classKinds = {
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
      group('What is taught', [
        field('name', 'Name', text(80, { pattern: /.{3}/, patternWords: 'Write the name' })),
        fixed('slug', 'Address', slugInput, 'Part of links and calendars: it stays. Such as basic-pistol'),
        field(
          'summary',
          'Summary',
          text(400, { rows: 3, pattern: /.{10}/s, patternWords: 'Write one or two sentences' }),
        ),
        field('hours', 'Hours', number(1, 24)),
        field('minimumAge', 'Minimum age', number(18, 99)),
        field('liveFireRounds', 'Live-fire rounds', number(0, 2_000), '0: no live fire, no certificate'),
        field('priceCents', 'Price, USD', dollars(100)),
        field(
          'depositCents',
          'Deposit, USD',
          dollars(100),
          'Paid when a seat is booked; the rest on the day. A booked seat keeps its price',
        ),
        field(
          'announcedFor',
          'Announced for',
          optional(text(20)),
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
      ]),
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
      group('Who teaches', [
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
          optional(
            text(254, {
              pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
              patternWords: 'Enter an email address, such as name@example.com.',
            }),
          ),
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
      ]),
    ],
  }),
}

/** As the desk lists them. */
export const kindGroups = {
  Goods: goodsKinds,
  Builder: builderKinds,
  Training: classKinds,
  'Delivery and tax': deliveryKinds,
}

export const kindPlans = { ...goodsKinds, ...builderKinds, ...classKinds, ...deliveryKinds }
export type CatalogKind = keyof typeof kindPlans
export const catalogKinds = Object.keys(kindPlans) as CatalogKind[]

export const isOfBuilder = (kind: CatalogKind) => kind in builderKinds

export const keyColumnOf = (kind: CatalogKind) => kindPlans[kind].key ?? 'id'
