import { states } from '#app/features/compliance/rules/states.ts'
import { type KindPlan, positionField, slugInput } from './kind.ts'

export const shopKinds = {
  trust: {
    title: 'Trust editions',
    one: 'edition',
    empty: 'Trust editions are the ways to buy the trust pack.',
    key: 'slug',
    name: 'name',
    listed: ['besides'],
    price: { kind: 'trust_package', column: 'priceCents', minCents: 1 },
    hasState: true,
    page: '/trust',
    groups: [
      {
        title: 'Words',
        fields: [
          { name: 'slug', label: 'Address', input: slugInput, isFixed: true },
          { name: 'name', label: 'Name', input: { kind: 'text', max: 80 } },
          {
            name: 'besides',
            label: 'Paid besides',
            hint: 'Like build price; empty for the pack alone',
            input: { kind: 'text', max: 60, isOptional: true },
          },
          { name: 'flag', label: 'Badge', input: { kind: 'text', max: 30, isOptional: true } },
          { name: 'saving', label: 'What it saves', input: { kind: 'text', max: 60, isOptional: true } },
          { name: 'contents', label: 'Contents', hint: 'One in each row', input: { kind: 'list', max: 20 } },
          positionField,
        ],
      },
    ],
  },
  shipping: {
    title: 'Shipping ways',
    one: 'shipping way',
    empty: 'Without a way of shipping nothing can be sent.',
    key: 'code',
    name: 'name',
    listed: ['isByAir'],
    price: { kind: 'shipping_method', column: 'priceCents', minCents: 0 },
    hasState: true,
    groups: [
      {
        title: 'Words',
        fields: [
          { name: 'code', label: 'Code', input: { ...slugInput, max: 40 }, isFixed: true },
          { name: 'name', label: 'Name', input: { kind: 'text', max: 60 } },
          { name: 'text', label: 'One line', input: { kind: 'text', max: 200 } },
          { name: 'isByAir', label: 'The carrier may fly it', input: { kind: 'yes' } },
          positionField,
        ],
      },
    ],
  },
  tax: {
    title: 'Tax rates',
    one: 'tax rate',
    empty: 'No sales tax is collected anywhere: where the shop has nexus, a rate belongs here.',
    key: null,
    name: 'state',
    listed: ['county', 'rateMillionths', 'effectiveFrom', 'effectiveTo'],
    hasState: false,
    groups: [
      {
        title: 'Place and rate',
        fields: [
          {
            name: 'state',
            label: 'State',
            input: { kind: 'choice', options: states.map(({ code, name }) => [code, name] as const) },
            isFixed: true,
          },
          {
            name: 'county',
            label: 'County',
            hint: 'Empty for the state’s own rate; a county’s is added to it',
            input: { kind: 'text', max: 60, isOptional: true },
            isFixed: true,
          },
          {
            name: 'rateMillionths',
            label: 'Rate in percent',
            hint: 'A new rate is a new row with its first day',
            input: { kind: 'percent' },
            isFixed: true,
          },
          {
            name: 'capCents',
            label: 'Up to this much of one item',
            hint: 'Empty takes it of all',
            input: { kind: 'dollars', minCents: 1, isOptional: true },
            isFixed: true,
          },
          {
            name: 'taxesShipping',
            label: 'Shipping is taxed as what is shipped',
            input: { kind: 'yes' },
            isFixed: true,
          },
        ],
      },
      {
        title: 'Period and source',
        fields: [
          { name: 'effectiveFrom', label: 'First day', input: { kind: 'day' }, isFixed: true },
          {
            name: 'effectiveTo',
            label: 'Last day',
            hint: 'Empty while no end is known',
            input: { kind: 'day', isOptional: true },
          },
          {
            name: 'source',
            label: 'Source',
            hint: 'The page of the revenue department',
            input: { kind: 'text', max: 300 },
          },
        ],
      },
    ],
  },
} as const satisfies Record<string, KindPlan>
