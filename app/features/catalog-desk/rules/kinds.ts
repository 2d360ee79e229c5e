import { builderKinds } from './builder-kinds.ts'
import { classKinds } from './class-kinds.ts'
import {
  type CatalogKind,
  field,
  fixed,
  type KindPlan,
  kindPlan,
  list,
  plain,
  positionField,
  slugInput,
  text,
} from './kind.ts'
import { pictures } from '#app/features/accessories/rules.ts'
import { ab1263Marks, magazineFits } from '#app/features/compliance/rules.ts'
import { taxClasses } from '#app/features/delivery/rules.ts'
import { states } from '#app/features/compliance/rules/states.ts'

const shopKinds = {
  trust: kindPlan({
    title: 'Trust editions',
    one: 'edition',
    empty: 'Trust editions are the ways to buy the trust pack.',
    key: 'slug',
    listed: ['besides'],
    price: { kind: 'trust_package', column: 'priceCents', minCents: 1 },
    page: '/trust',
    groups: [
      {
        title: 'Words',
        fields: [
          fixed('slug', 'Address', slugInput),
          field('name', 'Name', text(80)),
          field(
            'besides',
            'Paid besides',
            text(60, { isOptional: true }),
            'Like build price; empty for the pack alone',
          ),
          field('flag', 'Badge', text(30, { isOptional: true })),
          field('saving', 'What it saves', text(60, { isOptional: true })),
          field('contents', 'Contents', list(20), 'One in each row'),
          positionField,
        ],
      },
    ],
  }),
  shipping: kindPlan({
    title: 'Shipping ways',
    one: 'shipping way',
    empty: 'Without a way of shipping nothing can be sent.',
    key: 'code',
    listed: ['isByAir'],
    price: { kind: 'shipping_method', column: 'priceCents', minCents: 0 },
    groups: [
      {
        title: 'Words',
        fields: [
          fixed('code', 'Code', { ...slugInput, max: 40 }),
          field('name', 'Name', text(60)),
          field('text', 'One line', text(200)),
          field('isByAir', 'The carrier may fly it', { kind: 'yes' }),
          positionField,
        ],
      },
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
      {
        title: 'Place and rate',
        fields: [
          fixed('state', 'State', {
            kind: 'choice',
            options: states.map(({ code, name }) => [code, name] as const),
          }),
          fixed(
            'county',
            'County',
            text(60, { isOptional: true }),
            'Empty for the state’s own rate; a county’s is added to it',
          ),
          fixed(
            'rateMillionths',
            'Rate in percent',
            { kind: 'percent' },
            'A new rate is a new row with its first day',
          ),
          fixed(
            'capCents',
            'Up to this much of one item',
            { kind: 'dollars', minCents: 1, isOptional: true },
            'Empty takes it of all',
          ),
          fixed('taxesShipping', 'Shipping is taxed as what is shipped', { kind: 'yes' }),
        ],
      },
      {
        title: 'Period and source',
        fields: [
          fixed('effectiveFrom', 'First day', { kind: 'day' }),
          field('effectiveTo', 'Last day', { kind: 'day', isOptional: true }, 'Empty while no end is known'),
          field('source', 'Source', text(300), 'The page of the revenue department'),
        ],
      },
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
      {
        title: 'Words',
        fields: [
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
          field('category', 'Category', { kind: 'choice', options: 'categories' }),
          positionField,
          field('featured', 'Featured at the top of the page', { kind: 'yes' }),
          field(
            'image',
            'Drawing',
            { kind: 'choice', options: plain(pictures) },
            'Stands where there is no photograph',
          ),
        ],
      },
      {
        title: 'Flags',
        note: 'checked at payment and at dispatch',
        fields: [
          field(
            'statesBarred',
            'States barred',
            { kind: 'states' },
            'Two letters each, like CA NY; empty bars none',
          ),
          field(
            'caAb1263',
            'California, AB 1263',
            { kind: 'choice', options: plain(ab1263Marks) },
            'Covered is refused there; unclear is decided by a person',
          ),
          field(
            'capacity',
            'Magazine: rounds',
            { kind: 'number', min: 1, max: 500, isOptional: true },
            'Empty on what is no magazine',
          ),
          field('fits', 'Magazine: fits', { kind: 'choice', options: plain(magazineFits), isOptional: true }),
          field('needsAdultSignature', 'Adult signature at the door', { kind: 'yes' }),
          field('isGroundOnly', 'Travels on the ground only', { kind: 'yes' }),
        ],
      },
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
      {
        title: 'Category',
        fields: [
          fixed('slug', 'Address', { ...slugInput, max: 40 }),
          field('name', 'Name', text(60)),
          field(
            'taxClass',
            'Sales tax class',
            { kind: 'choice', options: plain(taxClasses) },
            'Magazines are magazines in every category',
          ),
          positionField,
        ],
      },
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
      {
        title: 'Words',
        fields: [
          fixed('dropId', 'Drop', { kind: 'choice', options: 'drops' }),
          field('name', 'Name', text(80)),
          field('description', 'One line', text(300, { rows: 2, isOptional: true })),
          { ...positionField, label: 'Place among the patches of its drop' },
          // Whoever buys it is promised this.
          fixed('grantsEarlyAccess', 'Its code opens the drop early', { kind: 'yes' }),
        ],
      },
    ],
  }),
}

export const kindPlans: Record<CatalogKind, KindPlan> = {
  ...goodsKinds,
  ...builderKinds,
  ...classKinds,
  ...shopKinds,
}
