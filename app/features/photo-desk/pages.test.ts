import { afterAll, expect } from 'vitest'
import { openFiles } from '#app/files/open-files.server.ts'
import { second } from '#app/kit/clock.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenFolder, picture } from '#test/photos.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'

const { folder, remove } = givenFolder('photo-pages')
afterAll(remove)

const givenDesk = (ctx: TestContext) =>
  visitor(ctx, {
    sample: true,
    change: (shop) => ({
      ...shop,
      dataDir: folder,
      files: openFiles({ dataDir: folder, bucket: null }, 'test key'),
    }),
  })

test('a form uploads, says what is wrong beside its field, and what it stores is attached, replaced and deleted', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const visiting = await givenDesk(ctx)
  const staff = visiting.another()
  await staff.signIn('manager')
  await staff.open('/staff/photos/new')
  await upload(staff, '<svg onload="alert(1)"/>', 'Nothing')
  expect(staff.field('Picture').words).toContain('This is an SVG drawing, which could run script.')
  expect(staff.field('What it shows').value).toBe('Nothing')
  const whole = await picture(640, 400).jpeg().toBuffer()
  await upload(staff, whole.subarray(0, 900), 'Half a picture')
  expect([staff.status, staff.field('Picture').words]).toEqual([
    422,
    expect.stringContaining('The picture cannot be read to its end.'),
  ])
  expect(staff.field('What it shows').value).toBe('Half a picture')

  const alt = 'A magazine, half of it in the light'
  await upload(staff, whole, alt)
  expect([staff.path, staff.heading]).toEqual([expect.stringMatching(/^\/staff\/photos\/[0-9a-f]{32}$/), alt])

  staff.fill({ 'Across, %': '25', 'Down, %': '50' })
  await staff.press(/^Save/)
  expect(textOf(staff.part('contentinfo', 'Title block'))).toContain('Revision1')
  const accessory = [...staff.document.querySelectorAll('option')].find((one) =>
    one.textContent.startsWith('Accessories:'),
  )
  staff.fill({ 'Attach to': accessory?.value ?? '' })
  await staff.press('Attach')
  const other = staff.another()
  await other.signIn('manager')
  await other.open(staff.path)
  expect(textOf(staff.part('region', 'Where it is used'))).toContain('Cover')
  await other.press('Take off')
  await staff.press('Take off')
  expect([staff.status, staff.heading, staff.alerts]).toEqual([
    409,
    'Nothing was changed',
    ['This photograph is no longer there.'],
  ])
  await staff.follow('Back')
  staff.fill({ 'Attach to': accessory?.value ?? '' })
  await staff.press('Attach')
  const [first] = await shown(visiting, alt)
  expect(first?.getAttribute('style')).toContain('object-position:25% 50%')

  await staff.open('/staff/photos')
  await staff.follow(alt)
  await staff.follow('Replace')
  const newer = 'The same magazine, photographed again'
  await upload(staff, '<svg/>', newer, 'Replace')
  expect([staff.status, staff.heading]).toEqual([422, 'Replace a photograph'])
  await upload(staff, await picture(640, 400, 20).jpeg().toBuffer(), newer, 'Replace')
  await staff.open('/staff/photos')
  await staff.follow(newer)
  expect(textOf(staff.part('region', 'Where it is used'))).toContain('Cover')
  expect(await shown(visiting, newer)).not.toEqual([])
  expect(visiting.parts('img', alt)).toEqual([])

  expect(staff.text).toContain('It leaves 1 place for good')
  await staff.press('Delete')
  expect(staff.heading).toBe('Photographs')
  expect(await shown(visiting, newer)).toEqual([])
})

async function upload(
  staff: Visitor,
  content: string | Uint8Array<ArrayBuffer>,
  alt: string,
  verb = 'Upload',
) {
  staff.fillOne('Picture', new File([content], 'a.jpg', { type: 'image/jpeg' }))
  staff.fill({ 'What it shows': alt })
  await staff.press(verb)
}

async function shown(visiting: Visitor, alt: string) {
  visiting.wait(2 * second) // a page may be a second old
  await visiting.open('/accessories')
  return visiting.parts('img', alt)
}
