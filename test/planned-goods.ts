// What a plan of a drop sells, for tests of its rules.
export const plannedVariant = {
  id: 'v',
  name: 'Field',
  description: '',
  caliber: '5.56',
  barrel: '10.3 in',
  finish: 'gray',
  priceCents: 234_900,
}

export const plannedPatch = {
  id: 'p',
  name: 'First',
  description: '',
  priceCents: 1_800,
  quantity: 100,
  opensEarly: true,
  position: 1,
}
