import { data, Form, redirect } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { findFacts, recordFacts } from '#app/facts/facts.server.ts'
import { isSection, sectionNames, sections } from '#app/facts/sections.ts'
import { CheckField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { setupPath } from '../rules.ts'
import { changedWords, sectionWords } from '../words.ts'
import type { Route } from './+types/sections'
import { setupOf } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Sections of the site') }]

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = setupOf(context)
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
          ? sectionWords.empty[section]
          : sections[section].has,
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const { ctx, actor, timeZone } = setupOf(context)
  const form = await readForm(request)
  const on = form.getAll('on').map(String).filter(isSection)
  const sectionsOff = sectionNames.filter((section) => !on.includes(section))
  const act = { verb: 'shop-facts', subject: 'sections', data: {} as Record<string, string> }
  const saved = await actAs(ctx, actor, act, async (work) => {
    const seen = Number(form.get('revision') ?? 0)
    const recorded = await recordFacts(work, { sectionsOff }, { by: actor, seen, timeZone })
    if (!recorded.ok) return recorded
    const say = (off: readonly string[]) => off.join(', ') || 'none'
    act.data.sectionsOff = `${say(recorded.before.sectionsOff)} → ${say(recorded.after.sectionsOff)}`
    return { ok: true as const }
  })
  if (!saved.ok) return data({ changedBy: saved.now.changedBy }, 409)
  return redirect(setupPath, 303)
}

export default function Sections({ loaderData: { revision, rows }, actionData }: Route.ComponentProps) {
  return (
    <Sheet
      title="Set-up, sections of the site"
      heading={sectionWords.title}
      next={sectionWords.next}
      action={
        <VerbLink to={setupPath} look="quiet">
          All steps
        </VerbLink>
      }
    >
      <Section item={1} title={sectionWords.title}>
        <p className="mb-4 max-w-[64ch] text-muted">{sectionWords.lead}</p>
        <Form
          key={revision}
          method="post"
          className="grid max-w-[620px] gap-4"
          aria-label={sectionWords.title}
          noValidate
        >
          <input type="hidden" name="revision" value={revision} />
          {actionData && (
            <p className="con-error" role="alert">
              {changedWords(actionData.changedBy)}
            </p>
          )}
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
