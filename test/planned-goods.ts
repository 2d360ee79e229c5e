// What a plan of a drop sells.
export const variant = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Field',
  description: '',
  caliber: '5.56 NATO',
  barrel: '10.3 in',
  finish: 'gray',
  priceCents: 234_900,
}
export const patch = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'First edition',
  description: '',
  priceCents: 1_800,
  quantity: 100,
  opensEarly: true,
  position: 1,
}
