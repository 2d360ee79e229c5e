import { builderKinds } from './builder-kinds.ts'
import { type CatalogKind, type KindPlan, positionField, slugInput } from './kind.ts'
import { shopKinds } from './shop-kinds.ts'
import { magazineFits, pictures } from '#app/features/accessories/rules.ts'
import { ab1263Marks } from '#app/features/compliance/rules.ts'
import { taxClasses } from '#app/features/delivery/rules.ts'

const plain = (values: readonly string[]) =>
  values.map((each) => [each, each.replaceAll(/[-_]/g, ' ')] as const)

const goodsKinds = {
  accessories: {
    title: 'Accessories',
    one: 'accessory',
    photos: 'accessory',
    empty: 'Accessories are everything sold beside firearms. Each one has a category.',
    needs: { options: 'categories', one: 'category', path: '/staff/catalog/categories/new' },
    key: 'id',
    name: 'name',
    listed: ['category'],
    price: { kind: 'accessory', column: 'priceCents', minCents: 1 },
    stock: 'accessory',
    hasState: true,
    page: '/accessories',
    groups: [
      {
        title: 'Words',
        fields: [
          {
            name: 'id',
            label: 'Address',
            hint: 'Names it in files and pictures; it stays',
            input: slugInput,
            isFixed: true,
          },
          { name: 'name', label: 'Name', input: { kind: 'text', max: 80 } },
          { name: 'description', label: 'One line', input: { kind: 'text', max: 300, rows: 2 } },
          {
            name: 'specs',
            label: 'Facts',
            hint: 'One in each row; the card shows the first three',
            input: { kind: 'list', max: 12 },
          },
          {
            name: 'fitsPlatforms',
            label: 'Fits platforms',
            hint: 'Their addresses, like ar15, one in each row; its page names and links them',
            input: {
              kind: 'list',
              max: 20,
              pattern: /^[a-z0-9-]{1,60}$/,
              patternWords: 'the address of a platform',
            },
          },
          { name: 'category', label: 'Category', input: { kind: 'choice', options: 'categories' } },
          positionField,
          { name: 'featured', label: 'Featured at the top of the page', input: { kind: 'yes' } },
          {
            name: 'image',
            label: 'Drawing',
            hint: 'Stands where there is no photograph',
            input: { kind: 'choice', options: plain(pictures) },
          },
        ],
      },
      {
        title: 'Flags',
        note: 'checked at payment and at dispatch',
        fields: [
          {
            name: 'statesBarred',
            label: 'States barred',
            hint: 'Two letters each, like CA NY; empty bars none',
            input: { kind: 'states' },
          },
          {
            name: 'caAb1263',
            label: 'California, AB 1263',
            hint: 'Covered is refused there; unclear is decided by a person',
            input: { kind: 'choice', options: plain(ab1263Marks) },
          },
          {
            name: 'capacity',
            label: 'Magazine: rounds',
            hint: 'Empty on what is no magazine',
            input: { kind: 'number', min: 1, max: 500, isOptional: true },
          },
          {
            name: 'fits',
            label: 'Magazine: fits',
            input: { kind: 'choice', options: plain(magazineFits), isOptional: true },
          },
          { name: 'needsAdultSignature', label: 'Adult signature at the door', input: { kind: 'yes' } },
          { name: 'isGroundOnly', label: 'Travels on the ground only', input: { kind: 'yes' } },
        ],
      },
    ],
  },
  categories: {
    title: 'Categories',
    one: 'category',
    empty: 'Categories are the tabs of the accessories page.',
    key: 'slug',
    name: 'name',
    listed: ['taxClass', 'position'],
    hasState: true,
    page: '/accessories',
    groups: [
      {
        title: 'Category',
        fields: [
          { name: 'slug', label: 'Address', input: { ...slugInput, max: 40 }, isFixed: true },
          { name: 'name', label: 'Name', input: { kind: 'text', max: 60 } },
          {
            name: 'taxClass',
            label: 'Sales tax class',
            hint: 'Magazines are magazines in every category',
            input: { kind: 'choice', options: plain(taxClasses) },
          },
          positionField,
        ],
      },
    ],
  },
  patches: {
    title: 'Patches',
    one: 'patch',
    photos: 'patch',
    empty: 'A patch belongs to a drop.',
    needs: { options: 'drops', one: 'drop', path: '/staff/drops/new' },
    key: null,
    changesByFile: true,
    name: 'name',
    listed: ['dropId', 'position'],
    price: { kind: 'patch', column: 'price', minCents: 1 },
    stock: 'patch',
    hasState: true,
    page: '/drops',
    groups: [
      {
        title: 'Words',
        fields: [
          { name: 'dropId', label: 'Drop', input: { kind: 'choice', options: 'drops' }, isFixed: true },
          { name: 'name', label: 'Name', input: { kind: 'text', max: 80 } },
          {
            name: 'description',
            label: 'One line',
            input: { kind: 'text', max: 300, rows: 2, isOptional: true },
          },
          { ...positionField, label: 'Place among the patches of its drop' },
          { name: 'grantsEarlyAccess', label: 'Its code opens the drop early', input: { kind: 'yes' } },
        ],
      },
    ],
  },
} as const satisfies Record<string, KindPlan>

export const kindPlans: Record<CatalogKind, KindPlan> = { ...goodsKinds, ...builderKinds, ...shopKinds }
