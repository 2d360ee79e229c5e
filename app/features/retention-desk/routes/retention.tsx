import { Form } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffMember } from '#app/features/staff/access.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { countOf } from '#app/kit/count.ts'
import { isPeriodAllowed, retentionKinds } from '#app/retention/kinds.ts'
import { countUnder, reportRetention } from '../flows.server.ts'
import { fixedRules, retentionPath } from '../rules.ts'
import type { Route } from './+types/retention'

export const handle: StaffHandle = { right: 'audit.read' }

export const meta = () => [{ title: consoleTitle('Retention') }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const [of, typed, refused] = [params.get('of'), params.get('typed') ?? '', params.get('refused')]
  const now = shop.now()
  const stamp = (at: Date) => formatStamp(at, shop.timeZone, now)
  const report = await reportRetention(shop)
  const tried = report.find(({ name }) => name === of)
  const typedDays = Number(typed)
  return {
    mayChange: mayDo(staffMember(context).role, 'rules.write'),
    changed: params.get('changed'),
    tried: tried && {
      name: tried.name,
      typed,
      isRefused: refused !== null,
      isOutdated: refused === 'changed',
      count:
        refused === null && isPeriodAllowed(tried.name, typedDays)
          ? await countUnder(shop, tried.name, typedDays)
          : null,
    },
    kinds: report.map(({ name, days, revision, due, stored, lastRun }) => ({
      name,
      days,
      revision,
      due,
      changed: stored && `${stamp(stored.changedAt)}, ${stored.changedBy}`,
      lastRun: lastRun && `${stamp(lastRun.at)}: ${lastRun.deleted} deleted`,
    })),
  }
}

export default function Retention({
  loaderData: { kinds, tried, changed, mayChange },
}: Route.ComponentProps) {
  const due = kinds.reduce((sum, kind) => sum + kind.due, 0)
  return (
    <Sheet
      title="Retention"
      heading="Retention"
      state={
        <Status kind={due > 0 ? 'soon' : 'done'}>
          {due > 0 ? `${due} over their date` : 'Nothing over its date'}
        </Status>
      }
      next={due > 0 ? 'The next night deletes what is over its date' : undefined}
      action={<VerbLink to="/staff/audit?verb=retention-delete">Audit</VerbLink>}
    >
      {changed && (
        <SheetNotice kind="done">The period was changed. The next night deletes by it.</SheetNotice>
      )}
      {kinds.map(({ name, days, revision, due: over, changed: changedOn, lastRun }, at) => {
        const kind = retentionKinds[name]
        const own = tried?.name === name ? tried : undefined
        return (
          <Section key={name} item={at + 1} title={kind.what} note={over > 0 ? `${over} due` : 'none due'}>
            <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,340px)]">
              <KeyValues
                rows={[
                  ['Why', kind.why],
                  ['Kept', `${countOf(days, 'day')} from ${kind.from}`],
                  ['At least', `${countOf(kind.minDays, 'day')}: ${kind.minWhy.toLowerCase()}`],
                  ['Changed', changedOn],
                  ['Last run', lastRun ?? 'Not yet'],
                ]}
              />
              {mayChange && kind.minDays < kind.days && (
                <div className="grid content-start gap-2">
                  <Form
                    action={retentionPath}
                    className="flex items-end gap-2"
                    aria-label={`Try a period for ${kind.what}`}
                  >
                    <input type="hidden" name="of" value={name} />
                    <div className="grow">
                      <TextField
                        label={`Days, ${kind.minDays} to ${kind.days}`}
                        name="typed"
                        type="number"
                        min={kind.minDays}
                        max={kind.days}
                        defaultValue={own?.typed ?? days}
                        errors={
                          own && own.count === null
                            ? [
                                own.isOutdated
                                  ? 'Another person changed it since. Look at it again.'
                                  : `Enter ${kind.minDays} to ${kind.days} days.`,
                              ]
                            : undefined
                        }
                      />
                    </div>
                    <Verb>Try</Verb>
                  </Form>
                  {own && own.count !== null && (
                    <Form method="post" action={`${retentionPath}/periods`} className="grid gap-2">
                      <input type="hidden" name="name" value={name} />
                      <input type="hidden" name="days" value={own.typed} />
                      <input type="hidden" name="seen" value={revision} />
                      <p role="status">{`With ${countOf(Number(own.typed), 'day')}, the next run deletes ${own.count}.`}</p>
                      <span>
                        <Verb
                          look={own.count > over ? 'stop' : 'primary'}
                        >{`Keep ${countOf(Number(own.typed), 'day')}`}</Verb>
                      </span>
                    </Form>
                  )}
                </div>
              )}
            </div>
          </Section>
        )
      })}
      <Section title="Kept by other rules">
        <KeyValues rows={fixedRules} />
      </Section>
    </Sheet>
  )
}
