import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { visitor } from '#test/visitor.ts'
import { takeList } from './list-flows.server.ts'

test('a federal list is taken by its page, which then names the dealers', { timeout: 60_000 }, async ({
  ctx,
}) => {
  const staff = await visitor(ctx)
  await staff.signIn('desk', { name: 'D. Sample' })
  await staff.open('/staff/dealers/import')
  const list = [
    'LIC_REGN,LIC_DIST,LIC_CNTY,LIC_TYPE,LIC_XPRDTE,LIC_SEQN,LICENSE_NAME,BUSINESS_NAME,PREMISE_STREET,PREMISE_CITY,PREMISE_STATE,PREMISE_ZIP_CODE,VOICE_PHONE',
    '1,59,86,1,,4567,LANE ARMS LLC,NULL,1 LANE,MIAMI,FL,331300000,3055550100',
  ].join('\n')
  staff.fillOne(/^The list as text or CSV/, new File([list], 'list.txt', { type: 'text/plain' }))
  await staff.press('Take this list')
  expect(staff.text).toContain('Being taken over')
  const run = staff.path
  await takeList(staff.shop, run.split('/').at(-1) ?? '')
  await staff.open(run)
  expect(staff.text).toContain('Taken over')
  expect(staff.text).toContain('LANE ARMS LLC')
  await staff.open('/staff/dealers/import')
  expect(staff.text).toContain('list.txt: Taken over')
})
