import { Form } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import type { ShopFacts } from '#app/facts/facts.ts'
import { findFacts, recordFacts } from '#app/facts/facts.server.ts'
import { isSection, type Section as SiteSection, sectionNames, sections } from '#app/facts/sections.ts'
import { CheckField, Problem } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { changedWords, staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { setupPath } from '../rules.ts'
import type { Route } from './+types/sections'

export const handle: StaffHandle = { right: 'rules.write' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [stored, closed] = await Promise.all([findFacts(shop.db), shop.closedPages()])
  const off = stored?.sectionsOff ?? []
  return {
    revision: stored?.revision ?? 0,
    rows: sectionNames.map((section) => ({
      section,
      title: sections[section].title,
      isOn: !off.includes(section),
      says:
        closed.sections.includes(section) && !off.includes(section)
          ? emptyWords[section]
          : sections[section].has,
    })),
  }
}

const emptyWords: Record<SiteSection, string> = {
  builder: 'Not shown yet: it appears with the first platform',
  'small-batch': 'Not shown yet: it appears with the first release',
  trust: 'Not shown yet: it appears with the first trust package',
  services: 'Not shown yet: it appears once you publish the text of services',
  training: 'Not shown yet: it appears with the first course',
  registry: 'Not shown yet: it appears with the first drop',
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: z.object({
    revision: z.coerce.number().int().min(0),
    on: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .transform((on = []) => [on].flat().filter(isSection)),
  }),
  run: ({ desk: { ctx, actor, timeZone }, input: { revision: seen, on } }) => {
    const sectionsOff = sectionNames.filter((section) => !on.includes(section))
    const said = (off: readonly string[]) => ({ off: off.join(', ') || 'none' })
    const act = {
      verb: 'shop-facts',
      subject: 'sections',
      data: (done: { before: ShopFacts; after: ShopFacts }) =>
        changeOf(said(done.before.sectionsOff), said(done.after.sectionsOff)),
    }
    return actAs(ctx, actor, act, (work) => recordFacts(work, { sectionsOff }, { by: actor, seen, timeZone }))
  },
  to: setupPath,
  refusal: () => changedWords,
})

export default function Sections({ loaderData: { revision, rows }, actionData }: Route.ComponentProps) {
  return (
    <Sheet
      title="Set-up, sections of the site"
      heading="Sections of the site"
      next="A switch holds on every page at once"
      action={
        <VerbLink to={setupPath} look="quiet">
          All steps
        </VerbLink>
      }
    >
      <Section item={1} title="Sections of the site">
        <p className="mb-4 max-w-[64ch] text-muted">
          A section that is off has no page, and no other page, mail or search leads there or promises
          anything of it. What was bought before keeps working.
        </p>
        <Form
          key={revision}
          method="post"
          className="grid max-w-[620px] gap-4"
          aria-label="Sections of the site"
          noValidate
        >
          <input type="hidden" name="revision" value={revision} />
          <Problem>{actionData?.fieldErrors.form}</Problem>
          {rows.map(({ section, title, isOn, says }) => (
            <div key={section} className="grid gap-1">
              <CheckField label={title} name="on" value={section} defaultChecked={isOn} />
              <p className="text-muted">{says}</p>
            </div>
          ))}
          <span>
            <Verb look="primary" shortcut="⌘S" busyWords="Saving...">
              Save
            </Verb>
          </span>
        </Form>
      </Section>
    </Sheet>
  )
}
