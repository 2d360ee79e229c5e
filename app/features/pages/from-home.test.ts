import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { textOf, visitor } from '#test/visitor.ts'

test('home leads to the waitlist of its drop, and from there to the open numbers', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/')
  await reader.follow('Join Current Drop')
  expect(reader.path).toBe('/subscriptions?topic=returned-units%3Aguerrilla-vol-1')
  reader.field('Name', reader.part('main'))
  await reader.follow('See which numbers are open now')
  expect(reader.path).toBe('/drops/guerrilla-vol-1#units')
  expect(textOf(reader.document.getElementById('units'))).toContain('Pick your number')
})

test('home leads to the classes, to a date of each, to the build windows and to the builder', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  const fromHome = async (name: string | RegExp) => {
    await reader.open('/')
    await reader.follow(name)
    return reader.path
  }
  expect(await fromHome('Explore CCW Courses')).toBe('/ccw-training')
  expect(await fromHome('Enroll Now: CCW Certification')).toBe(
    '/ccw-training/register?course=ccw-certification',
  )
  expect(textOf(reader.part('main'))).toContain('CCW Certification')
  expect(await fromHome(/^Join Build Window ?: Outlaw$/)).toBe('/subscriptions?topic=build-window%3Aoutlaw')

  await reader.open('/')
  expect(reader.parts('link', /^Join Build Window/)).toHaveLength(3)
  reader.part('heading', 'Your Build. Your Rules. Start Today.')
  expect(reader.text).toContain('Join thousands of builders creating their perfect SBR configuration')
  await reader.follow('Build Your Kit')
  expect(reader.path).toBe('/build')
})
