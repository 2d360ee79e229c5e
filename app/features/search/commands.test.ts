import { expect, test } from 'vitest'
import { type Command, commandsFor } from './search.tsx'

const commands: Command[] = [
  { words: 'Orders', to: '/staff/orders', right: 'orders.read' },
  { words: 'Orders: to decide', to: '/staff/orders?stage=review', right: 'orders.read' },
  { words: 'Money', to: '/staff/money', right: 'money.read' },
]
const found = (role: Parameters<typeof commandsFor>[1], typed: string) =>
  commandsFor(commands, role, typed).map(({ words }) => words)

test('every typed word begins a word of the command', () => {
  expect(found('owner', 'ord')).toEqual(['Orders', 'Orders: to decide'])
  expect(found('owner', 'DEC ord')).toEqual(['Orders: to decide'])
  expect(found('owner', 'rders')).toEqual([])
  expect(found('owner', '')).toHaveLength(3)
})

test('nobody is offered what their role may not do', () => {
  expect(found('bench', '')).toEqual(['Orders', 'Orders: to decide'])
  expect(found('instructor', '')).toEqual([])
})
