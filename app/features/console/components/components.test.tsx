import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { createElement, type ReactElement } from 'react'
import { expect, test } from 'vitest'
import { ChainTrack, type TrackStep } from './chain-track.tsx'
import { FilterFrame } from './control-frame.tsx'
import { DenseTable } from './dense-table.tsx'
import { DimensionLine, UnitLines } from './dimension-line.tsx'
import { CheckField, SelectField, TextArea, TextField } from './fields.tsx'
import { Action, Actions } from './gates.tsx'
import { KeyValues } from './key-values.tsx'
import { Ledger } from './ledger.tsx'
import { EmptyList, FailedList } from './list-states.tsx'
import { MailPreview } from './mail-preview.tsx'
import { Code, Figure, Frame, GateBox, Note, TextLink } from './marks.tsx'
import { Bar, Views } from './bars.tsx'
import { PartsGroup, PartsList, PartsRow } from './parts-list.tsx'
import { PhoneRow } from './phone-row.tsx'
import { Redline, Revisions } from './revisions.tsx'
import { Columns, Section } from './section.tsx'
import { SelectionBlock, Sheet } from './sheet.tsx'
import { Status } from './status.tsx'
import { Verb, VerbLink } from './verb.tsx'

const draw = (element: ReactElement) => {
  const Page = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Page />)
}

test('a status is a shape, a word and a figure; its tone can be replaced', () => {
  const html = draw(
    <Status kind="review" figure="6 d">
      Review
    </Status>,
  )
  expect(html).toMatch(/data-tone="hold"[^>]*aria-hidden="true"/)
  expect(html).toContain('<b>Review</b><i>6 d</i>')
  expect(draw(<Status kind="half">Agreed</Status>)).not.toContain('data-tone')
  expect(
    draw(
      <Status kind="half" tone="stop" quiet>
        x
      </Status>,
    ),
  ).toMatch(/data-quiet="true".*data-tone="stop"/)
})

test('a sheet has one heading, and ends in its title block', () => {
  const html = draw(
    <Sheet
      title="Order 7KQ2"
      state={<Status kind="review">Review</Status>}
      next="Decide by Wed 25"
      cells={[{ label: 'Rev', value: '9' }]}
      action={<Verb look="primary">Approve</Verb>}
    >
      body
    </Sheet>,
  )
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).toMatch(/<h1 class="sr-only">Order 7KQ2/)
  expect(html).toMatch(/<footer class="con-block" aria-label="Title block">.*Decide by Wed 25.*Rev.*Approve/)
  const shown = draw(
    <Sheet title="Order" heading="A. Buyer" head={<Frame>x</Frame>}>
      body
    </Sheet>,
  )
  expect(shown).toMatch(/<h1 class="con-h1">A. Buyer<\/h1><span class="con-frame">/)
  expect(shown).toContain('Nothing is due on this sheet')
})

test('the block of selected rows has their sum where there is one, and a button that clears its form', () => {
  const html = draw(
    <Sheet title="Orders" selection={<SelectionBlock form="bulk" follows="A preview" actions="verbs" />}>
      body
    </Sheet>,
  )
  expect(html).toMatch(/<footer[^>]*aria-label="Selection" data-selection="bulk">.*data-count="">.*A preview/)
  expect(html).toMatch(/<button type="reset" form="bulk"[^>]*data-clear=""/)
  expect(html).not.toContain('data-sum')
  const summed = draw(<SelectionBlock form="bulk" sum="Balance" follows="" actions="" />)
  expect(summed).toMatch(/Balance<\/dt><dd[^>]*><span data-sum="">/)
})

test('a gated verb stays in its place, cannot be pressed, and says what opens it', () => {
  const html = draw(
    <Verb look="primary" gate={['Review not approved.', 'Balance not paid.']}>
      Start build
    </Verb>,
  )
  const [, id] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain('aria-disabled="true"')
  expect(html).toContain('type="button"')
  expect(html).toContain('2 gates')
  expect(html).toContain(`id="${id}"><span>Review not approved. </span><span>Balance not paid. </span>`)
  expect(draw(<Verb gate={['One.']}>x</Verb>)).toContain('1 gate<')
})

test('a verb shows its key, and has the words ready that it says while its form is sent', () => {
  const approve = draw(<Verb shortcut="⇧A">Approve</Verb>)
  expect(approve).toMatch(/data-shortcut="⇧A">Approve<kbd class="con-key">⇧A/)
  const save = draw(createElement(Verb, { shortcut: 'S', busyWords: 'Saving…' }, 'Save'))
  expect(save).toMatch(
    /<span class="btn-labels"><span>Save<\/span><span aria-hidden="true">Saving…<\/span><\/span><kbd/,
  )
  expect(
    draw(
      <VerbLink to="/x" shortcut="N" small>
        Note
      </VerbLink>,
    ),
  ).toMatch(/<a class="con-verb" data-small="true" data-shortcut="N"/)
})

test('a wrong field is marked as invalid, and described by its error and its hint', () => {
  const html = draw(<TextField label="Amount" name="amount" errors={['Write 2,340.00']} hint="In dollars" />)
  const [, described = ''] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain('aria-invalid="true"')
  expect(described.split(' ').map((id) => html.includes(`id="${id}"`))).toEqual([true, true])
  expect(draw(<TextArea label="Note" name="note" />)).not.toMatch(/aria-(invalid|describedby)/)
  expect(draw(<SelectField label="To" name="to" options={[['a', 'Agreed']]} />)).toContain(
    '<option value="a">Agreed</option>',
  )
  expect(draw(<CheckField label="Restock" name="restock" />)).toMatch(/^<label[^>]*><input type="checkbox"/)
})

test('a filter names itself, and is removed by a link', () => {
  const html = draw(
    <FilterFrame field="stage" operator="is any of" value="review, agreed" removeTo="?sort=-age" />,
  )
  expect(html).toContain('role="group" aria-label="Filter stage is any of review, agreed"')
  expect(html).toMatch(/aria-label="Remove filter stage"[^>]*href="\/\?sort=-age"/)
})

test('rows of a parts list open by a link; their verbs take the place of amount and person', () => {
  const html = draw(
    <PartsList>
      <PartsGroup item={1} title="Decide" note="4, state reviews">
        <PartsRow
          due="1 d over"
          tone="stop"
          kind="over"
          subject="Maryland"
          to="/staff/orders/A"
          amount="$71.90"
          verbs="v"
        />
      </PartsGroup>
    </PartsList>,
  )
  expect(html).toMatch(/<section data-item="1" aria-labelledby="([^"]+)">.*id="\1">Decide/)
  expect(html).toMatch(/data-row="".*text-stop">1 d over.*data-open="" href="\/staff\/orders\/A"/)
  expect(html).toMatch(/data-yields="">\$71.90.*con-row-verbs">v/)
})

test('a table has its name, its sorted column, and a labeled checkbox in each row', () => {
  const columns = [
    { key: 'code', label: 'Order', width: 126, kind: 'code' as const },
    {
      key: 'paid',
      label: 'Paid',
      kind: 'number' as const,
      sort: { to: '?sort=paid', direction: 'descending' as const },
    },
  ]
  const html = draw(
    <DenseTable
      caption="Orders"
      columns={columns}
      rows={[{ id: '7KQ2', cells: ['7KQ2', '100.00'] }]}
      selectIn="bulk"
      cards={
        <PhoneRow kind="half" to="/a" subject="G. Guest, TX" amount="2,399.00" due="Today" dueTone="hold" />
      }
    />,
  )
  expect(html).toContain('<caption class="sr-only">Orders</caption>')
  expect(html).toMatch(
    /aria-sort="descending"><a href="[^"]*\?sort=paid"[^>]*>Paid<span aria-hidden="true"> ↓/,
  )
  expect(html).toContain('form="bulk" class="con-check" aria-label="Select 7KQ2" name="row" value="7KQ2"')
  expect(html).toMatch(
    /data-has-cards="".*<ul class="con-cards"><li data-row="">.*G. Guest, TX.*text-hold">Today/,
  )
  expect(draw(<DenseTable caption="x" columns={columns} rows={[]} />)).not.toMatch(/checkbox|con-cards/)
})

test('a table that a small tablet has no room for gives way to its cards there', () => {
  const drawn = (otherPx: number, cards = true) =>
    draw(
      <DenseTable
        caption="Drops"
        columns={[
          { key: 'name', label: 'Name' },
          { key: 'other', label: 'Other', width: otherPx },
          { key: 'lesser', label: 'Lesser', width: 900, isLesser: true },
        ]}
        rows={[{ id: '1', cells: ['a', 'b', 'c'] }]}
        selectIn="bulk"
        {...(cards && { cards: <li /> })}
      />,
    )
  expect(drawn(488)).not.toContain('data-wide')
  expect(drawn(489)).toMatch(/data-wide="true".*style="min-width:651px"/)
  expect(drawn(488).match(/data-lesser/g)).toHaveLength(3)
  expect(drawn(489, false)).not.toContain('min-width')
})

test('a track says its current stage; a phone says how many it leaves out', () => {
  const steps: TrackStep[] = [
    { key: 'a', name: 'Reserved', time: 'past', date: '18 Nov', days: '6 d' },
    { key: 'b', name: 'Agreed', time: 'current' },
    { key: 'c', name: 'Balance paid', time: 'ahead' },
    { key: 'd', name: 'In build', time: 'ahead' },
    { key: 'e', name: 'Built', time: 'ahead' },
    { key: 'f', name: 'Picked up', time: 'ahead' },
  ]
  const html = draw(<ChainTrack steps={steps} />)
  expect(html.match(/aria-current="step"/g)).toHaveLength(1)
  expect(html.match(/data-folded=""/g)).toHaveLength(2)
  expect(html).toMatch(/Balance paid<span class="con-track-more">then 2 more/)
  expect(html).toContain('<i>6 d</i>')
  expect(draw(<ChainTrack steps={steps.slice(0, 3)} />)).not.toContain('con-track-more')
})

test('lines are drawn to scale and said in words', () => {
  expect(draw(<DimensionLine now={0.4} thresholds={[0.7]} />)).toMatch(
    /x1="40" x2="100"[^>]*stroke-dasharray.*x1="70" x2="70"/,
  )
  expect(draw(<UnitLines units={['open', 'held']} label="2 numbers: 1 open, 1 held" />)).toMatch(
    /role="img" aria-label="2 numbers: 1 open, 1 held"><i data-unit="open"><\/i><i data-unit="held">/,
  )
})

test('a ledger has amounts with a true minus, and says what its rows are', () => {
  const html = draw(
    <Ledger
      rows={[
        { key: 'a', date: '19 Nov', label: 'Refund', cents: -1800 },
        { key: 'b', label: 'Balance', cents: 239900, kind: 'phantom' },
      ]}
    />,
  )
  expect(html).toContain('−18.00')
  expect(html).toMatch(/data-kind="phantom".*2,399.00/)
  expect(html).toContain('in US dollars')
})

test('an action shows its key, or its gates with their number and their sentences', () => {
  const html = draw(
    <Actions>
      <Action shortcut="R">Refund</Action>
      <Action gates={['Balance not paid.']}>Start build</Action>
    </Actions>,
  )
  expect(html).toMatch(/Refund<\/span><kbd/)
  expect(html).toMatch(/1 gate<\/span><p><span>Balance not paid. <\/span>/)
  expect(draw(<Action gates={['a', 'b']}>x</Action>)).toContain('2 gates')
})

test('views say which of them is open, and how many rows each has', () => {
  const html = draw(
    <>
      <Views
        label="Saved views"
        views={[
          { key: 'a', name: 'All', to: '?', count: 412 },
          { key: 'b', name: 'To decide', to: '?stage=review', isCurrent: true },
        ]}
      >
        Save view
      </Views>
      <Bar>chips</Bar>
      <Figure value="21" label="Today" />
      <Note by="M. Owner, 21 Nov">No build yet.</Note>
      <GateBox>gates</GateBox>
      <TextLink to="/staff/x">correct</TextLink>
    </>,
  )
  expect(html).toMatch(/<nav class="con-views" aria-label="Saved views"><a [^>]*>All <i>412<\/i>/)
  expect(html.match(/aria-current="page"/g)).toHaveLength(1)
  expect(html).toMatch(/M. Owner, 21 Nov.*No build yet/)
})

test('records: mail, revisions, values, sections, states of lists', () => {
  const html = draw(
    <Columns columns="1fr 352px">
      <Section item={3} title="Money" note="USD">
        <KeyValues
          rows={[
            ['Mail', 'a@example.com'],
            ['Phone', ''],
            ['Code', <Code key="c">7KQ2</Code>],
          ]}
        />
        <MailPreview to="a@example.com" subject="One document">
          Hello <b>A. Buyer</b>
        </MailPreview>
        <Revisions rows={[{ key: '9', number: 9, date: '23 Nov', change: 'Call', by: 'R. Desk' }]} />
        <Revisions rows={[{ key: 'm', date: '21 Nov', change: 'Mail' }]} caption="Mails" />
        <Redline before="100.00" after="150.00" />
        <EmptyList action="see decided">No order waits.</EmptyList>
        <FailedList since="10:41" />
        <FailedList />
      </Section>
    </Columns>,
  )
  expect(html).toContain('data-item="3"')
  expect(html).not.toContain('<dt>Phone')
  expect(html).toMatch(/aria-label="Mail preview">.*One document.*<b>A. Buyer<\/b>/)
  expect(html.match(/<td class="con-code">9<\/td>/g)).toHaveLength(1)
  expect(html).toContain('100.00</del> <ins class="con-added">150.00</ins>')
  expect(html).toContain('Not refreshed since 10:41')
  expect(html).toContain('The list could not be read')
})
